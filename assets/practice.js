// The script of a page of practice made by Plyscope: asks questions about the trees in the page, and checks the answers.
//
// A question has places: leaves or edges to mark, or fields for numbers. The data have what is right at each place and why, or, in an exam,
// only a hash of it. Grading follows src/exercise/grade.rs.
"use strict";
{
  const data = JSON.parse(document.getElementById("data").textContent);
  const by = (id) => document.getElementById(id);
  const isExam = Boolean(data.salt);

  // The words of a key, with values in place of what is in braces.
  function say(key, values = {}) {
    return data.words[key].replace(/\{(\w+)\}/g, (braces, name) => values[name] ?? braces);
  }

  function make(name, values = {}, ...inside) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(values)) {
      if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value);
    }
    element.append(...inside);
    return element;
  }

  // SHA-256 of a text, in hexadecimal digits (FIPS 180-4).
  function sha256(text) {
    const turned = (x, n) => (x >>> n) | (x << (32 - n));
    // The first 32 bits of the fractional parts of a root of the first primes.
    const primes = [];
    for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
    const bits = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
    const k = primes.map((prime) => bits(Math.cbrt(prime)));
    const hash = primes.slice(0, 8).map((prime) => bits(Math.sqrt(prime)));
    const bytes = [...new TextEncoder().encode(text)];
    const length = bytes.length * 8;
    bytes.push(128);
    while (bytes.length % 64 !== 56) bytes.push(0);
    const view = new DataView(new ArrayBuffer(bytes.length + 8));
    bytes.forEach((byte, index) => view.setUint8(index, byte));
    view.setUint32(bytes.length + 4, length);
    for (let block = 0; block < view.byteLength; block += 64) {
      const w = [];
      for (let t = 0; t < 64; t += 1) {
        if (t < 16) {
          w.push(view.getInt32(block + 4 * t));
          continue;
        }
        const [x, y] = [w[t - 15], w[t - 2]];
        const s0 = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
        const s1 = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
        w.push((w[t - 16] + s0 + w[t - 7] + s1) | 0);
      }
      let [a, b, c, d, e, f, g, h] = hash;
      for (let t = 0; t < 64; t += 1) {
        const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
        const first = (h + s1 + ((e & f) ^ (~e & g)) + k[t] + w[t]) | 0;
        const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
        const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
      }
      [a, b, c, d, e, f, g, h].forEach((value, index) => (hash[index] = (hash[index] + value) | 0));
    }
    return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  }

  // An answer in its shortest spelling, as `normal` in numbers.rs has it.
  function normal(answer) {
    const text = answer.replace(/\s/gu, "").replace(/[−–]/g, "-").replace(/,/g, ".").toLowerCase();
    const [, sign, digits] = /^([+-]?)(.*)$/s.exec(text);
    const minus = sign === "-" ? "-" : "";
    if (["∞", "oo", "inf", "infinity"].includes(digits)) return minus + "inf";
    const [, above, below] = (/^(\d{1,15})\/(\d{1,15})$/.exec(digits) ?? []).map(Number);
    if (below > 0) {
      const common = (a, b) => (b ? common(b, a % b) : a);
      const [over, under] = [above, below].map((number) => number / common(above, below));
      return (over ? minus : "") + (under === 1 ? over : `${over}/${under}`);
    }
    if (!/^(\d+\.?\d*|\.\d+)$/.test(digits)) return text;
    // Beyond twelve decimals digits are rounded.
    const [whole, part = ""] = (/\.\d{13}/.test(digits) ? Number(digits).toFixed(12) : digits).split(".");
    const [front, back] = [whole.replace(/^0+/, "") || "0", part.replace(/0+$/, "")];
    if (!back) return front === "0" ? "0" : minus + front;
    return `${minus}${front}.${back}`;
  }

  // Alpha-beta, with the values of the leaves and the children of a node in some order: how many leaves it evaluates, and a group of edges for
  // each cutoff, as the nodes below them.
  function alphaBeta({ isMax }, values, order) {
    let leaves = 0;
    const cut = [];
    const search = (node, alpha, beta) => {
      const children = order(node);
      if (!children.length) {
        leaves += 1;
        return values[node];
      }
      let best = isMax[node] ? -Infinity : Infinity;
      for (const [index, child] of children.entries()) {
        const value = search(child, alpha, beta);
        best = isMax[node] ? Math.max(best, value) : Math.min(best, value);
        if (isMax[node]) alpha = Math.max(alpha, value);
        else beta = Math.min(beta, value);
        const rest = children.slice(index + 1);
        if (rest.length && (data.isStrict ? alpha > beta : alpha >= beta)) {
          cut.push(rest.sort((a, b) => a - b));
          break;
        }
      }
      return best;
    };
    search(0, -Infinity, Infinity);
    return { leaves, cut };
  }

  // The most of some numbers that can be kept in their order such that they never fall, as in judge.rs.
  function rising(numbers) {
    const rows = [];
    numbers.forEach((number, index) => {
      let row = [1, -1];
      for (let before = 0; before < index; before += 1) {
        if (numbers[before] <= number && rows[before][0] + 1 > row[0]) row = [rows[before][0] + 1, before];
      }
      rows.push(row);
    });
    const longest = Math.max(...rows.map(([length]) => length));
    const kept = new Set();
    for (let at = rows.findIndex(([length]) => length === longest); at >= 0; at = rows[at][1]) kept.add(at);
    return kept;
  }

  // A question about a tree, with what a student answered.
  class Task {
    constructor(told, problem, tree) {
      Object.assign(this, told);
      Object.assign(this, { problem, tree });
      this.isTyped = ["numbers", "empty"].includes(this.kind);
      // The first mark of an answer that is judged as a whole stands for it.
      this.isWhole = ["order", "empty"].includes(this.kind);
      this.parts = this.isWhole ? this.marks.slice(1) : this.marks;
      this.clear();
    }

    clear() {
      this.answers = new Map();
      // The places at which there once was a wrong answer that was checked at once.
      this.once = new Set();
      this.hints = 0;
      this.hint = null;
      // The verdicts of the first check count; those that are shown are of the last one.
      this.counted = null;
      this.shown = null;
    }

    given(mark) {
      return this.answers.get(mark.place) ?? "";
    }

    is(mark, answer) {
      const is = (hash, right) => hash(answer) === right || mark.also?.includes(hash(answer)) || (!this.isTyped && hash("either") === right);
      if (!isExam) return is((text) => text, mark.truth);
      return is((text) => sha256(`${data.salt}\n${this.problem}/${this.id}/${mark.place}\n${text}`), mark.hash);
    }

    // The numbers of marked edges, by the order in which they were marked: among all of them, or among the children of a node.
    numbers() {
      const numbers = new Map();
      if (!["cuts", "order"].includes(this.kind)) return numbers;
      const above = (node) => (this.kind === "cuts" ? 0 : this.tree.children.findIndex((children) => children.includes(node)));
      const counts = new Map();
      for (const place of this.answers.keys()) {
        const group = above(Number(place));
        counts.set(group, (counts.get(group) ?? 0) + 1);
        numbers.set(place, counts.get(group));
      }
      return numbers;
    }

    // What a search does with an answer that is judged as a whole: `text` is what the data have of it; nothing if a number is missing.
    outcome() {
      const { children, values } = this.tree;
      if (this.kind === "order") {
        const marked = [...this.answers.keys()].map(Number);
        const order = (node) => {
          const first = marked.filter((child) => children[node].includes(child));
          return [...first, ...children[node].filter((child) => !first.includes(child))];
        };
        const { leaves } = alphaBeta(this.tree, values, order);
        return { text: String(leaves), values: { leaves } };
      }
      const all = [...values];
      for (const mark of this.parts) {
        const typed = this.given(mark);
        if (!/^-?\d+(\.\d+)?$/.test(typed) || !Number.isFinite(Number(typed))) return null;
        all[mark.node] = Number(typed);
      }
      const { cut } = alphaBeta(this.tree, all, (node) => (data.fromRight ? [...children[node]].reverse() : children[node]));
      return { text: cut.map((group) => group.join(" ")).join(";"), values: { edges: this.edges(cut.flat()) } };
    }

    // The names of the edges above some nodes.
    edges(below) {
      const name = (node) => problems[this.problem].section.querySelector(`.edge[data-node="${node}"]`).dataset.name;
      return below.map(name).join(", ") || say("no-edges");
    }

    // In steps, the first cutoff that values for empty leaves do not make as they are to, or make and are not to; the node to look at comes first.
    hintsOfCutoffs() {
      const outcome = this.outcome();
      if (!outcome) return [(this.parts.find((mark) => this.given(mark) === "") ?? this.parts[0]).node, [say("fill-all")]];
      const made = outcome.text.split(";").filter(Boolean);
      const missing = this.cutoffs.find(({ below }) => !made.includes(below));
      const below = missing?.below ?? made.find((group) => !this.cutoffs.some((cutoff) => cutoff.below === group));
      const nodes = below.split(" ").map(Number);
      const look = missing?.look ?? this.tree.children.findIndex((children) => children.includes(nodes[0]));
      const node = problems[this.problem].section.querySelector(`.node[data-node="${look}"]`).dataset.name;
      const steps = [say("hint-look", { node }), say(missing ? "cut-missing" : "cut-extra", { edges: this.edges(nodes) })];
      return [look, missing ? [...steps, data.sentences[missing.comparison]] : steps];
    }

    // Why an answer at a mark is right or wrong.
    why(mark) {
      const sentences = mark.why === undefined ? [] : [data.sentences[mark.why]];
      if (this.isWhole) {
        const outcome = this.outcome();
        sentences.unshift(outcome ? say(`told-${this.kind}`, outcome.values) : say("fill-all"));
      }
      return sentences.join(" ");
    }

    // The number of the cutoff that cuts a marked edge; 0 if any time is right.
    turn(mark) {
      if (!isExam) return Number(mark.truth) || 0;
      return 1 + this.marks.findIndex((_, index) => this.is(mark, String(index + 1)));
    }

    verdict(mark) {
      const given = this.given(mark);
      if (this.isTyped) return given === "" ? "missed" : this.is(mark, given) ? "right" : "wrong";
      const isUnmarked = this.is(mark, "no");
      if (given === "") return isUnmarked ? "" : "missed";
      // A mark that has its turn is right, whatever it is.
      return (this.kind === "cuts" ? !isUnmarked : this.is(mark, "yes")) ? "right" : "wrong";
    }

    grade() {
      if (this.isWhole) {
        const outcome = this.outcome();
        const isRight = outcome && this.is(this.marks[0], outcome.text);
        const verdict = isRight ? "right" : outcome && this.answers.size ? "wrong" : "missed";
        return [verdict, ...this.parts.map(() => "")];
      }
      const verdicts = this.marks.map((mark) => this.verdict(mark));
      if (this.kind === "move") {
        // One of several best moves is enough, and one that is missed stands for all.
        let isFound = verdicts.includes("right");
        verdicts.forEach((verdict, index) => {
          if (verdict !== "missed") return;
          if (isFound) verdicts[index] = "";
          isFound = true;
        });
      }
      if (this.kind === "cuts") {
        const marked = [...this.answers.keys()].map((place) => this.marks.findIndex((mark) => mark.place === place));
        const turns = marked.map((index) => [index, verdicts[index] === "right" ? this.turn(this.marks[index]) : 0]);
        const known = turns.filter(([, turn]) => turn > 0);
        const kept = rising(known.map(([, turn]) => turn));
        known.forEach(([index], number) => {
          if (!kept.has(number)) verdicts[index] = "misplaced";
        });
      }
      return verdicts;
    }

    check() {
      this.shown = this.grade();
      this.counted ??= { points: this.points(this.shown), verdicts: this.shown };
    }

    // The points, and the most that there are. What was wrong at once stays wrong.
    points(verdicts) {
      const count = (verdict) => verdicts.filter((other) => other === verdict).length;
      const isOnce = (index) => this.once.has(this.marks[index].place);
      const right = verdicts.filter((verdict, index) => verdict === "right" && !isOnce(index)).length;
      const wrong = verdicts.filter((verdict, index) => verdict === "wrong" || isOnce(index)).length;
      if (this.isWhole) return [count("right"), 1];
      if (this.isTyped) return [right, verdicts.length];
      if (this.kind === "move") return [this.once.size ? 0 : right, 1];
      const most = right + count("misplaced") + count("missed");
      // To see that there is nothing to mark is worth a point.
      return most ? [Math.max(0, right - wrong), most] : [wrong ? 0 : 1, 1];
    }
  }

  const problems = data.problems.map(({ name, tasks, tree }, number) => ({
    name,
    section: by(`problem-${number}`),
    tasks: tasks.map((task) => new Task(task, number, tree)),
    isSeen: false,
  }));
  const now = { problem: 0, task: 0, isOver: false };
  const problem = () => problems[now.problem];
  const task = () => problem().tasks[now.task];
  const mode = () => (isExam ? "end" : by("mode").value);
  const isLocked = () => now.isOver || (task().shown !== null && mode() !== "mark");

  // The groups of the drawing that stand for a place.
  function groups(mark) {
    const { section } = problem();
    const all = [...section.querySelectorAll(`[data-node="${mark.node}"]`)];
    if (["leaves", "beside"].includes(task().kind) || task().isTyped) return all.filter((group) => group.classList.contains("node"));
    return all;
  }

  function nodeOf(index) {
    return problem().section.querySelector(`.node[data-node="${index}"]`);
  }

  // What a place is called.
  function nameOf(mark) {
    if (task().isWhole && mark === task().marks[0]) return say(`whole-${task().kind}`);
    if (task().isTyped) return mark.end ? `${mark.label}, ${mark.end}` : mark.label;
    const [group] = groups(mark);
    if (["leaves", "beside"].includes(task().kind)) return say("leaf-named", { leaf: group.dataset.name });
    return say("edge", { edge: group.dataset.name });
  }

  function answer(mark, text) {
    const { answers } = task();
    if (task().kind === "move") answers.clear();
    if (text === "") answers.delete(mark.place);
    else answers.set(mark.place, text);
  }

  // Answers at a place, and checks it if every mark is checked at once.
  function put(mark, text) {
    if (isLocked()) return;
    task().shown = null;
    answer(mark, text);
    if (mode() === "mark" && text !== "") {
      const verdict = task().grade()[task().marks.indexOf(mark)];
      if (verdict === "wrong") task().once.add(mark.place);
      tell(verdict ? [[mark, verdict]] : [], "");
    } else {
      by("told").replaceChildren();
    }
    paint();
    save();
  }

  const toggle = (mark) => put(mark, task().given(mark) === "" ? "yes" : "");

  // Says what some verdicts are and why.
  function tell(list, heading) {
    const told = by("told");
    told.replaceChildren();
    if (heading) told.append(make("h3", {}, heading));
    const items = list.map(([mark, verdict]) => {
      const head = make("b", {}, `${signs[verdict]} ${nameOf(mark)}: ${say(`is-${verdict}`)}. `);
      return make("li", { class: verdict }, head, task().why(mark));
    });
    if (items.length) told.append(make("ul", {}, ...items));
  }

  const signs = { right: "✓", wrong: "✗", misplaced: "≠", missed: "!" };
  const isFault = (verdict) => verdict in signs && verdict !== "right";

  // What is wrong and missed in a question that was checked.
  function tellAll() {
    const { shown, marks } = task();
    if (!shown) return by("told").replaceChildren();
    const list = marks.map((mark, index) => [mark, shown[index]]);
    const faults = list.filter(([, verdict]) => isFault(verdict));
    const count = (verdict) => faults.filter(([, other]) => other === verdict).length;
    const parts = Object.keys(signs).filter(count).map((verdict) => `${count(verdict)} ${say(`is-${verdict}`)}`);
    tell(faults, parts.length ? parts.join(", ") : say("all-right"));
  }

  // The drawing as it is answered.
  function paint() {
    const { section } = problem();
    const { marks, parts, shown, kind } = task();
    const found = shown ?? (mode() === "mark" ? task().grade() : []);
    const numbers = task().numbers();
    for (const group of section.querySelectorAll("[data-node]")) group.classList.remove("marked", "ringed", "best", "chosen", "numbered", "counted");
    const verdicts = section.querySelector(".verdicts");
    verdicts.replaceChildren();
    for (const typed of section.querySelectorAll(".typed")) typed.textContent = "";
    marks.forEach((mark, index) => {
      const group = parts.includes(mark) ? groups(mark)[0] : nodeOf(mark.node);
      const isGiven = task().given(mark) !== "";
      if (!parts.includes(mark)) {
        // It stands for the whole answer.
      } else if (task().isTyped) {
        if (mark.end) nodeOf(mark.node).classList.add("ringed");
        else group.querySelector(".typed").textContent = task().given(mark).slice(0, 5);
      } else {
        const looks = { move: "best", beside: "chosen", order: "numbered", cuts: "counted" };
        group.classList.toggle(looks[kind] ?? "marked", isGiven);
        group.setAttribute("aria-checked", String(isGiven));
        const number = numbers.get(mark.place);
        group.setAttribute("aria-label", number ? say("turn-named", { edge: called(mark), number }) : called(mark));
        if (number && !found[index]) verdicts.append(signAt(group, `number ${kind}`, String(number)));
      }
      const verdict = shown || isGiven ? found[index] : "";
      // The number of an edge and its sign are one, so that no other edge seems to have the sign.
      if (verdict && !mark.end) verdicts.append(signAt(group, verdict, `${numbers.get(mark.place) ?? ""}${signs[verdict]}`));
    });
    for (const field of by("fields").querySelectorAll("input")) {
      const index = Number(field.dataset.index);
      const verdict = shown?.[index] ?? "";
      field.className = verdict;
      field.readOnly = isLocked();
      field.nextElementSibling.textContent = verdict ? signs[verdict] : "";
      field.nextElementSibling.className = verdict;
    }
    buttons();
  }

  // A sign in a circle at a group, or in a longer form for two characters.
  function signAt(group, kind, sign) {
    const svg = (name, values, inside = "") => {
      const element = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [key, value] of Object.entries(values)) element.setAttribute(key, value);
      element.append(inside);
      return element;
    };
    const [x, y] = group.dataset.at.split(" ").map(Number);
    const at = svg("g", { class: kind, transform: `translate(${x} ${y})` });
    const half = 7.5 + 3.5 * (sign.length - 1);
    at.append(svg("rect", { x: -half, y: -7.5, width: 2 * half, height: 15, rx: 7.5 }), svg("text", { y: 4, "text-anchor": "middle", "font-size": 11 }, sign));
    return at;
  }

  // What can be marked is a check box, or a radio button, for the keyboard and for screen readers. One of them is in the order of tabs.
  function activate() {
    const { section } = problem();
    for (const group of section.querySelectorAll("[data-node]")) {
      group.removeAttribute("tabindex");
      group.removeAttribute("aria-checked");
      group.classList.remove("can");
      if (group.classList.contains("edge")) group.removeAttribute("role");
      else group.setAttribute("role", "img");
    }
    if (task().isTyped) return;
    const role = task().kind === "move" ? "radio" : "checkbox";
    task().parts.forEach((mark, index) => {
      const [group, ...others] = groups(mark);
      group.setAttribute("role", role);
      group.setAttribute("tabindex", index ? "-1" : "0");
      for (const one of [group, ...others]) one.classList.add("can");
    });
  }

  // What a mark in the drawing is called; a leaf with its value.
  function called(mark) {
    const [group] = groups(mark);
    return nameOf(mark) + (group.classList.contains("leaf") ? `, ${group.querySelector("text").textContent}` : "");
  }

  function markOf(element) {
    const group = element.closest("[data-node].can");
    return group && task().parts.find((mark) => String(mark.node) === group.dataset.node);
  }

  const asTyped = (text) => text.replace(/^(-?)inf$/, (_, minus) => (minus ? "−∞" : "+∞"));

  // A field for each number; both ends of a window are in one row.
  function fields() {
    const room = by("fields");
    room.replaceChildren();
    room.className = "";
    if (!task().isTyped) return;
    let row = null;
    task().parts.forEach((mark) => {
      const index = task().marks.indexOf(mark);
      const field = make("input", {
        "data-index": index, type: "text", inputmode: mark.end ? null : "text", autocomplete: "off", size: 5, "aria-label": nameOf(mark), "aria-describedby": "ask",
      });
      field.value = asTyped(task().given(mark));
      const sign = make("span", { "aria-hidden": "true" });
      if (mark.end !== "β") {
        row = make("div", { class: mark.end ? "bounds" : "value" }, make("b", {}, mark.label));
        room.append(row);
      }
      row.append(mark.end ? make("i", {}, mark.end) : "", field, sign);
    });
    if (task().marks.some((mark) => mark.end)) {
      const infinity = (text) => make("button", { type: "button", "data-text": text }, text);
      room.append(make("div", { class: "infinities" }, make("span", {}, say("how-ends")), make("div", {}, infinity("−∞"), infinity("+∞"))));
      room.className = "wide-fields";
    }
  }

  function buttons() {
    const { shown, hint, hints } = task();
    const isAtEnd = mode() === "end";
    const isLastTask = now.task === problem().tasks.length - 1;
    const isLast = now.problem === problems.length - 1;
    by("hint").hidden = isExam || now.isOver || shown !== null;
    by("hint").textContent = hint && hint.level < hint.most ? say("hint-of", { number: hint.level + 1 }) : say("hint");
    by("check").hidden = isAtEnd || now.isOver || shown !== null;
    by("retry").hidden = isAtEnd || now.isOver || shown === null;
    by("next").hidden = now.isOver && isLast && isLastTask;
    by("next").textContent = say(!isLastTask ? "next" : isLast ? "end" : "another");
    by("next").classList.toggle("main", shown !== null || isAtEnd);
    by("another").hidden = isLast || isLastTask;
    by("end").textContent = say(now.isOver ? "result" : "end");
    by("end").hidden = isLastTask && isLast && !now.isOver;
    const [points, most] = sum(problems.flatMap(({ tasks }) => tasks));
    const used = problems.flatMap(({ tasks }) => tasks).reduce((count, { hints }) => count + hints, 0);
    const hintsUsed = used === 1 ? say("one-hint-used") : used ? say("hints-used", { count: used }) : "";
    by("score").textContent = [most ? scored(points, most) : "", hintsUsed].filter(Boolean).join(" · ");
    for (const [index, button] of [...by("questions").children].entries()) {
      const { counted, answers } = problem().tasks[index];
      button.setAttribute("aria-current", String(index === now.task));
      button.className = counted ? (counted.points[0] === counted.points[1] ? "right" : "wrong") : answers.size ? "begun" : "";
      const sign = counted ? (counted.points[0] === counted.points[1] ? " ✓" : ` ${counted.points[0]}/${counted.points[1]}`) : "";
      button.textContent = `${index + 1}${sign}`;
    }
  }

  const scored = (points, most) => say(most === 1 ? "score-of-one" : "score", { points, most });

  // The points of the questions that were checked.
  function sum(tasks) {
    const counted = tasks.map((task) => task.counted?.points ?? [0, 0]);
    return counted.reduce(([points, most], [more, of]) => [points + more, most + of], [0, 0]);
  }

  // Goes to a question.
  function show(problemIndex, taskIndex, isMoved = true) {
    for (const looked of document.querySelectorAll(".looked")) looked.classList.remove("looked");
    Object.assign(now, { problem: problemIndex, task: taskIndex });
    problem().isSeen = true;
    problems.forEach(({ section }, index) => (section.hidden = index !== problemIndex));
    by("results").hidden = true;
    by("panel").hidden = false;
    const tree = say("tree-of", { number: problemIndex + 1, count: problems.length });
    const question = say("question-of", { number: taskIndex + 1, count: problem().tasks.length });
    by("where").textContent = problems.length > 1 ? `${tree} · ${question}` : question;
    by("questions").replaceChildren(
      ...problem().tasks.map((_, index) => make("button", { type: "button", "aria-label": say("question", { number: index + 1 }) })),
    );
    by("ask").textContent = task().text;
    by("how").textContent = data.words[`how-${task().kind}`] ?? "";
    fields();
    activate();
    tellAll();
    paint();
    // A phone would cover the tree with its keyboard.
    const [field] = !matchMedia("(pointer: coarse)").matches && !isLocked() ? by("fields").querySelectorAll("input") : [];
    if (field) field.focus({ preventScroll: true });
    else if (isMoved) by("ask").focus({ preventScroll: innerWidth > 900 });
    save();
  }

  function next() {
    if (now.task + 1 < problem().tasks.length) show(now.problem, now.task + 1);
    else if (now.problem + 1 < problems.length) show(now.problem + 1, 0);
    else end();
  }

  // What is answered in an exam, kept until its window is closed, so that nothing is lost if the page is loaded again.
  const kept = isExam ? `plyscope ${sha256(by("data").textContent)}` : null;
  let isKept = isExam;

  function save() {
    if (!isKept) return;
    const answers = problems.map(({ tasks }) => tasks.map((task) => [...task.answers]));
    try {
      sessionStorage.setItem(kept, JSON.stringify({ answers, at: [now.problem, now.task], name: by("name").value, isOver: now.isOver }));
    } catch {
      isKept = false;
    }
  }

  // What was kept; nothing if there is nothing, or if the browser keeps nothing.
  function restored() {
    try {
      return JSON.parse(sessionStorage.getItem(kept));
    } catch {
      isKept = false;
      return null;
    }
  }

  // Ends, in an exam only if the student means it.
  function end() {
    if (!isExam || now.isOver) return finish();
    const open = problems.map(({ name, tasks }) => [name, tasks.map((task, index) => (task.answers.size ? "" : index + 1)).filter(Boolean)]);
    const questions = open.filter(([, list]) => list.length).map(([name, list]) => `${name}: ${list.join(", ")}`).join("; ");
    const button = (key, does) => {
      const made = make("button", { type: "button", id: key }, say(key));
      made.addEventListener("click", does);
      return made;
    };
    const stay = button("go-on", () => by("told").replaceChildren());
    const without = questions ? [make("p", {}, say("without-answer", { questions }))] : [];
    by("told").replaceChildren(make("p", {}, say("end-question")), ...without, make("p", { class: "buttons" }, stay, button("end-now", finish)));
    stay.focus();
  }

  // A step of a hint to the first place that is not right: which node to look at, its window, the comparison.
  function hint() {
    const list = task().isTyped !== data.fromRight && task().id !== "windows" ? [...task().marks].reverse() : task().marks;
    const verdicts = task().grade();
    const mark = list.find((one) => isFault(verdicts[task().marks.indexOf(one)]));
    for (const looked of document.querySelectorAll(".looked")) looked.classList.remove("looked");
    if (!mark) return by("told").replaceChildren(make("p", {}, say("no-hint")));
    const [look, hints] = task().cutoffs ? task().hintsOfCutoffs() : [mark.look, mark.hints.map((hint) => data.sentences[hint])];
    // Another fault has hints of its own.
    const about = `${mark.place} ${hints.at(-1)}`;
    const before = task().hint;
    const level = before?.about === about ? Math.min(before.level + 1, hints.length) : 1;
    if (before?.about !== about || before.level < hints.length) task().hints += 1;
    task().hint = { about, level, most: hints.length };
    nodeOf(look).classList.add("looked");
    by("told").replaceChildren(make("ol", { class: "hints" }, ...hints.slice(0, level).map((hint) => make("li", {}, hint))));
    buttons();
  }

  function check() {
    for (const looked of document.querySelectorAll(".looked")) looked.classList.remove("looked");
    task().check();
    tellAll();
    paint();
    by("told").focus({ preventScroll: true });
    by("told").scrollIntoView({ block: "nearest" });
  }

  // The end: what is not checked yet is checked if everything is checked at the end.
  function finish() {
    if (mode() === "end") {
      for (const { tasks, isSeen } of problems) if (isExam || isSeen) for (const task of tasks) task.check();
    }
    now.isOver = true;
    save();
    const results = by("results");
    const columns = problems[0].tasks.map((_, index) => make("th", { scope: "col" }, String(index + 1)));
    const head = make("tr", {}, make("th", { scope: "col" }, say("tree")), ...columns, make("th", { scope: "col" }, say("sum")));
    const rows = problems.map(({ name, tasks, isSeen }, problemIndex) => {
      const cells = tasks.map((task, index) => {
        const text = task.counted ? task.counted.points.join("/") : "–";
        const label = `${name} ${say("question", { number: index + 1 })}: ${task.counted ? text : say("unanswered")}`;
        const button = make("button", { type: "button", "aria-label": label }, text);
        button.addEventListener("click", () => show(problemIndex, index));
        return make("td", {}, button);
      });
      const [points, most] = sum(tasks);
      return isSeen || isExam ? make("tr", {}, make("th", { scope: "row" }, name), ...cells, make("td", {}, most ? `${points}/${most}` : "–")) : "";
    });
    const [points, most] = sum(problems.flatMap(({ tasks }) => tasks));
    const score = make("p", { class: "score" }, most ? scored(points, most) : say("unanswered"));
    const table = make("div", { class: "scroll" }, make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)));
    results.replaceChildren(make("h2", {}, say("result")), score, table, make("p", {}, say("review")));
    if (!isExam) {
      const again = make("button", { type: "button" }, say("again"));
      again.addEventListener("click", () => {
        for (const { tasks } of problems) for (const task of tasks) task.clear();
        for (const one of problems) one.isSeen = false;
        now.isOver = false;
        show(0, 0);
      });
      results.append(again);
    }
    if (isExam) results.append(given());
    by("panel").hidden = true;
    results.hidden = false;
    results.focus();
  }

  // All answers in words, for paper.
  function given() {
    const { problem, task } = now;
    const list = make("section", { class: "given" }, make("h2", {}, say("given")));
    problems.forEach(({ name, tasks }, problemIndex) => {
      const items = tasks.map((one, taskIndex) => {
        Object.assign(now, { problem: problemIndex, task: taskIndex });
        const marks = [...one.answers.keys()].map((place) => one.marks.find((mark) => mark.place === place));
        const told = marks.map((mark) => (one.isTyped ? `${nameOf(mark)}: ${asTyped(one.given(mark))}` : nameOf(mark)));
        return make("li", {}, `${one.counted.points.join("/")}: ${told.join(one.isTyped ? "; " : ", ") || "–"}`);
      });
      list.append(make("h3", {}, name), make("ol", {}, ...items));
    });
    Object.assign(now, { problem, task });
    return list;
  }

  // The mouse and the keyboard in the drawing.
  for (const { section } of problems) {
    section.addEventListener("click", (event) => {
      const mark = markOf(event.target);
      if (mark) return toggle(mark);
      const node = event.target.closest(".node");
      const index = node && task().marks.findIndex((mark) => task().parts.includes(mark) && String(mark.node) === node.dataset.node);
      if (task().isTyped) by("fields").querySelector(`[data-index="${index}"]`)?.focus();
    });
    section.addEventListener("keydown", (event) => {
      const mark = markOf(event.target);
      if (!mark || event.ctrlKey || event.altKey || event.metaKey) return;
      const marks = task().parts;
      const index = marks.indexOf(mark);
      const moves = { ArrowLeft: index - 1, ArrowUp: index - 1, ArrowRight: index + 1, ArrowDown: index + 1, Home: 0, End: marks.length - 1 };
      if (event.key === " " || event.key === "Enter") toggle(mark);
      else if (event.key in moves) {
        const to = groups(marks[(moves[event.key] + marks.length) % marks.length])[0];
        for (const other of section.querySelectorAll('[tabindex="0"]')) other.setAttribute("tabindex", "-1");
        to.setAttribute("tabindex", "0");
        to.focus();
      } else return;
      event.preventDefault();
    });
  }
  let lastField = null;
  const take = (field) => put(task().marks[Number(field.dataset.index)], normal(field.value));
  by("fields").addEventListener("input", ({ target }) => {
    // While a number is typed it is not checked yet.
    if (isLocked()) return;
    task().shown = null;
    answer(task().marks[Number(target.dataset.index)], normal(target.value));
    paint();
    save();
  });
  by("fields").addEventListener("change", ({ target }) => mode() === "mark" && take(target));
  by("fields").addEventListener("focusin", ({ target }) => {
    if (target.tagName !== "INPUT") return;
    lastField = target;
    for (const looked of document.querySelectorAll(".looked")) looked.classList.remove("looked");
    nodeOf(task().marks[Number(target.dataset.index)].node).classList.add("looked");
  });
  by("fields").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
    const all = [...by("fields").querySelectorAll("input")];
    const following = all[all.indexOf(event.target) + 1];
    if (following) following.focus();
    else if (by("check").hidden) by("next").focus();
    else check();
    event.preventDefault();
  });
  by("fields").addEventListener("click", ({ target }) => {
    const text = target.dataset.text;
    if (!text || isLocked()) return;
    const all = [...by("fields").querySelectorAll("input")];
    const field = lastField?.isConnected ? lastField : all[0];
    field.value = text;
    take(field);
    (all[all.indexOf(field) + 1] ?? field).focus();
  });

  by("questions").addEventListener("click", ({ target }) => {
    const index = [...by("questions").children].indexOf(target);
    if (index >= 0) show(now.problem, index);
  });
  by("hint").addEventListener("click", hint);
  by("check").addEventListener("click", check);
  by("retry").addEventListener("click", () => {
    task().shown = null;
    tellAll();
    paint();
    by("ask").focus();
  });
  by("next").addEventListener("click", next);
  by("another").addEventListener("click", () => show(now.problem + 1, 0));
  by("end").addEventListener("click", end);

  // The words of the controls, and the theme.
  for (const id of ["check", "retry", "another"]) by(id).textContent = say(id);
  by("check").classList.add("main");
  by("questions").setAttribute("aria-label", say("tree"));
  by("modes").hidden = isExam;
  by("modes").firstElementChild.textContent = say("checking");
  for (const [value, key] of [["question", "each-question"], ["mark", "each-mark"], ["end", "at-the-end"]]) by("mode").append(new Option(say(key), value));
  by("mode").addEventListener("change", () => show(now.problem, now.task, false));
  by("themes").hidden = false;
  by("themes").firstElementChild.textContent = say("theme");
  for (const [value, key] of [["", "theme-system"], ["light", "theme-light"], ["dark", "theme-dark"]]) by("theme").append(new Option(say(key), value));
  by("theme").addEventListener("change", ({ target }) => {
    if (target.value) document.documentElement.dataset.theme = target.value;
    else delete document.documentElement.dataset.theme;
  });
  document.body.classList.add("on");
  const before = isExam && restored();
  if (before) {
    by("name").value = before.name;
    before.answers.forEach((list, problem) => list.forEach((answers, task) => (problems[problem].tasks[task].answers = new Map(answers))));
  }
  show(...(before ? before.at : [0, 0]), false);
  if (before?.isOver) finish();
  if (isExam) {
    by("name").addEventListener("input", save);
    addEventListener("beforeunload", (event) => {
      const isAnswered = problems.some(({ tasks }) => tasks.some(({ answers }) => answers.size));
      if (!isKept && isAnswered && !now.isOver) event.preventDefault();
    });
  }
}
