// The script of a web page made by Plyscope: steps through the searches whose drawings are in the page.
//
// A drawing consists of groups of shapes. The data have, for each step, the groups that change and their new variants. A variant is a list
// of shapes, each with a geometry and a style, as in the page itself.
"use strict";
{
  const data = JSON.parse(document.getElementById("data").textContent);
  const root = document.documentElement;
  const by = (id) => document.getElementById(id);
  const attributes = {
    l: ["line", "x1", "y1", "x2", "y2"],
    r: ["rect", "x", "y", "width", "height"],
    c: ["circle", "cx", "cy", "r"],
    p: ["polygon"],
    t: ["text", "x", "y", "font-size", "text-anchor"],
  };

  // An element of a drawing.
  function svg(name, values) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(values)) element.setAttribute(key, value);
    return element;
  }

  // A shape from its geometry, such as "c 10 20 5".
  function shape(geometry, style) {
    const [letter, ...numbers] = geometry.split(" ");
    const [name, ...keys] = attributes[letter];
    const values = { class: style };
    if (letter === "p") values.points = numbers.join(" ");
    keys.forEach((key, index) => (values[key] = numbers[index]));
    return svg(name, values);
  }

  const isText = (geometry) => data.geometries[geometry][0] === "t";

  // Makes the shapes of one variant those of another. A shape at the same place keeps its element, which is far quicker than a new one.
  function change(group, before, list) {
    let [at, element] = [0, group.firstElementChild];
    while (element && at < list.length && list[at] === before[at]) {
      if (list[at + 1] !== before[at + 1]) element.setAttribute("class", data.styles[list[at + 1]]);
      const hasText = isText(list[at]);
      if (hasText && list[at + 2] !== before[at + 2]) element.textContent = data.words[list[at + 2]];
      at += hasText ? 3 : 2;
      element = element.nextElementSibling;
    }
    while (element) {
      const next = element.nextElementSibling;
      element.remove();
      element = next;
    }
    while (at < list.length) {
      const made = shape(data.geometries[list[at]], data.styles[list[at + 1]]);
      const hasText = isText(list[at]);
      if (hasText) made.textContent = data.words[list[at + 2]];
      group.append(made);
      at += hasText ? 3 : 2;
    }
  }

  // A search in its pane.
  class Search {
    constructor(told, pane) {
      Object.assign(this, told);
      this.pane = pane;
      this.status = pane.querySelector(".status");
      this.scroll = pane.querySelector(".scroll");
      this.tree = pane.querySelector(".tree");
      this.marks = pane.querySelector(".marks");
      this.groups = [...this.tree.querySelectorAll(":scope > g:not(.marks) > g")];
      // Of each group, the steps at which it changes and what it becomes.
      this.history = this.first.map((variant) => [[0, variant]]);
      this.changes.forEach((changes, index) => {
        for (let at = 0; at < changes.length; at += 2) this.history[changes[at]].push([index + 1, changes[at + 1]]);
      });
      this.shown = this.history.map((history) => history[history.length - 1][1]);
      // The drawing is that of the finished search.
      this.step = this.count;
      // Places in a pane that is out of sight are not asked for: the browser leaves it out until it is seen.
      this.isInView = false;
    }

    get count() {
      return this.steps.length;
    }

    time(step) {
      return step > 0 ? this.times[step - 1] : 0;
    }

    // The first step that ends at a time or later.
    stepAt(time) {
      if (time <= 0) return 0;
      const index = this.times.findIndex((end) => end >= time);
      return index < 0 ? this.count : index + 1;
    }

    // The number of evaluations by a time, and the time just after so many of them.
    evaluationsBy(time) {
      return this.evaluations.filter((end) => end <= time).length;
    }

    afterEvaluations(count) {
      return count === 0 ? 0 : (this.evaluations[count - 1] ?? this.length);
    }

    // The step at the same number of evaluations as another search at a time, and as far beyond the last one.
    stepBeside(other, time) {
      if (time >= other.length) return this.count;
      const count = other.evaluationsBy(time);
      const beyond = time - other.afterEvaluations(count);
      const [from, next] = [this.afterEvaluations(count), this.afterEvaluations(count + 1)];
      return this.stepAt(from === this.length ? from : Math.min(from + beyond, next - 1));
    }

    variantAt(group, step) {
      const history = this.history[group];
      let [low, high] = [0, history.length];
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (history[middle][0] <= step) low = middle;
        else high = middle;
      }
      return history[low][1];
    }

    // Goes to a step: only what changes between here and there is drawn again.
    show(step) {
      const [from, to] = [Math.min(step, this.step), Math.max(step, this.step)];
      const changed = new Set();
      for (let between = from; between < to; between += 1) {
        const changes = this.changes[between];
        for (let at = 0; at < changes.length; at += 2) changed.add(changes[at]);
      }
      for (const group of changed) this.draw(group, this.variantAt(group, step));
      this.step = step;
      const evaluations = this.evaluationsBy(this.time(step));
      const counted = `${evaluations.toLocaleString("en")} ${evaluations === 1 ? "evaluation" : "evaluations"}`;
      if (this.status) this.status.textContent = `step ${step.toLocaleString("en")} of ${this.count.toLocaleString("en")} · ${counted}`;
      this.mark();
    }

    draw(group, variant) {
      if (this.shown[group] === variant) return;
      const before = data.variants[this.shown[group]][1];
      this.shown[group] = variant;
      const [said, list] = data.variants[variant];
      const element = this.groups[group];
      change(element, before, list);
      if (said) {
        element.setAttribute("data-look", data.looks[said[0]]);
        element.setAttribute("aria-label", this.label(this.places[group], said));
      }
    }

    // What a screen reader says of a node.
    label(place, [look, value, window]) {
      const parts = [data.names[place]];
      if (value !== null) parts.push(data.words[value]);
      if (this.spoken[look]) parts.push(this.spoken[look]);
      if (window !== null && root.hasAttribute("data-windows")) parts.push(`window ${data.words[window]}`);
      return parts.join(", ");
    }

    // The labels of all nodes, when windows are switched on or off.
    labels() {
      this.shown.forEach((variant, group) => {
        const [said] = data.variants[variant];
        if (said) this.groups[group].setAttribute("aria-label", this.label(this.places[group], said));
      });
    }

    // Rings around the nodes that the sentence names, and an arrow from the cause of a cutoff to what it cuts off.
    mark() {
      const marks = [];
      const [, , , , bound, named] = this.step > 0 ? this.steps[this.step - 1] : [0, 0, 0, 0, null, []];
      for (const place of named) {
        const [x, y, width, height] = data.rects[place];
        marks.push(svg("rect", { class: "ring", x: x - 3, y: y - 3, width: width + 6, height: height + 6, rx: 4 }));
      }
      if (bound && bound[0] !== bound[1]) marks.push(...arrow(data.rects[bound[0]], data.rects[bound[1]]));
      this.marks.replaceChildren(...marks);
    }

    // Brings the nodes of the sentence into view, where the drawing is larger than its pane.
    follow() {
      const named = this.step > 0 ? this.steps[this.step - 1][5] : [0];
      if (named.length === 0 || !this.isInView) return;
      const { scroll, tree } = this;
      const [left, top, width] = tree.getAttribute("viewBox").split(" ").map(Number);
      const scale = tree.clientWidth / width;
      const [x, y, wide, tall] = data.rects[named[0]];
      const [at, down] = [(x + wide / 2 - left) * scale, (y + tall / 2 - top) * scale];
      const rim = 48;
      if (at < scroll.scrollLeft + rim || at > scroll.scrollLeft + scroll.clientWidth - rim) scroll.scrollLeft = at - scroll.clientWidth / 2;
      if (down < scroll.scrollTop + rim || down > scroll.scrollTop + scroll.clientHeight - rim) scroll.scrollTop = down - scroll.clientHeight / 2;
    }
  }

  // A curved arrow between two nodes.
  function arrow([ax, ay, aw, ah], [bx, by, bw, bh]) {
    const [from, to] = [[ax + aw / 2, ay + ah / 2], [bx + bw / 2, by + bh / 2]];
    const way = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(...way) || 1;
    const aside = Math.min(length * 0.18, 60) / length;
    const bend = [from[0] + way[0] / 2 + way[1] * aside, from[1] + way[1] / 2 - way[0] * aside];
    const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
    const reach = (x, y, w, h) => [clamp(bend[0], x - 7, x + w + 7), clamp(bend[1], y - 7, y + h + 7)];
    const [start, end] = [reach(ax, ay, aw, ah), reach(bx, by, bw, bh)];
    const last = Math.hypot(end[0] - bend[0], end[1] - bend[1]) || 1;
    const along = [((end[0] - bend[0]) / last) * 9, ((end[1] - bend[1]) / last) * 9];
    const point = (side) => `${end[0] - along[0] - along[1] * 0.45 * side},${end[1] - along[1] + along[0] * 0.45 * side}`;
    return [
      svg("path", { class: "bound", d: `M${start} Q${bend} ${end}` }),
      svg("polygon", { class: "head", points: `${end} ${point(1)} ${point(-1)}` }),
    ];
  }

  const panes = [...document.querySelectorAll(".pane")];
  const searches = data.searches.flatMap((told, index) => (told.steps.length > 0 ? [new Search(told, panes[index])] : []));
  let lead = searches[0];
  let playing = 0;
  let wayBack = null;
  const slider = by("slider");

  // Shows a step of the leading search, and the others at the same number of evaluations.
  function go(step) {
    const to = Math.min(Math.max(step, 0), lead.count);
    for (const search of searches) search.show(search === lead ? to : search.stepBeside(lead, lead.time(to)));
    say();
    // After all changes, so that the browser computes where everything is only once.
    for (const search of searches) search.follow();
    if (!playing) remember();
  }

  // The sentence of the step, and what belongs to it.
  function say() {
    const { step, count } = lead;
    const [words, otherwise, cause, isSettled] = step > 0 ? lead.steps[step - 1] : ["The search has not begun.", "", 0, 0];
    const name = searches.length > 1 ? `${lead.name}: ` : "";
    by("sentence").textContent = name + words;
    by("otherwise").textContent = otherwise;
    const link = by("cause");
    link.hidden = !(cause || wayBack !== null);
    link.textContent = cause ? `${isSettled ? "Settled" : "Bound set"} at step ${cause}` : `Back to step ${wayBack}`;
    slider.max = count;
    slider.value = step;
    slider.setAttribute("aria-valuetext", `step ${step} of ${count}`);
    by("start").disabled = by("back").disabled = step === 0;
    by("next").disabled = by("end").disabled = step === count;
    by("cut-before").disabled = !lead.cuts.some(([at]) => at < step);
    by("cut-next").disabled = !lead.cuts.some(([at]) => at > step);
    const play = by("play");
    play.toggleAttribute("data-playing", playing > 0);
    play.querySelector("span").textContent = playing ? "Pause" : "Play";
    by("sentence").setAttribute("aria-live", playing ? "off" : "polite");
  }

  // Moves by hand: what plays stops.
  function move(step) {
    stop();
    wayBack = null;
    go(step);
  }

  function toCut(direction) {
    const cuts = lead.cuts.map(([at]) => at).filter((at) => (at - lead.step) * direction > 0);
    if (cuts.length > 0) move(direction > 0 ? cuts[0] : cuts[cuts.length - 1]);
  }

  // To the step that set the bound, and back.
  function toCause() {
    const cause = lead.step > 0 ? lead.steps[lead.step - 1][2] : 0;
    const [here, back] = [lead.step, wayBack];
    if (!cause && back === null) return;
    stop();
    wayBack = cause ? here : null;
    go(cause || back);
  }

  function stop() {
    clearInterval(playing);
    playing = 0;
  }

  function play() {
    if (playing) {
      stop();
      go(lead.step);
      return;
    }
    wayBack = null;
    if (lead.step === lead.count) go(0);
    const next = () => {
      if (lead.step + 1 >= lead.count) stop();
      go(lead.step + 1);
    };
    playing = setInterval(next, 1000 / by("speed").value);
    say();
  }

  // Makes another search the leading one.
  function choose(search) {
    stop();
    wayBack = null;
    lead = search;
    for (const other of searches) other.button?.setAttribute("aria-pressed", String(other === lead));
    ticks();
  }

  // The same, at the step at which it stands.
  function follow(search) {
    choose(search);
    go(lead.step);
  }

  // The cutoffs above the slider; deep ones are higher.
  function ticks() {
    const box = by("ticks");
    box.setAttribute("viewBox", `0 0 ${lead.count || 1} 11`);
    box.replaceChildren(...lead.cuts.map(([at, isDeep]) => svg("line", { x1: at, x2: at, y1: isDeep ? 1 : 5, y2: 10 })));
  }

  // The step in the address, so that it can be shared; a browser may forbid that for files.
  function remember() {
    const parts = [`step=${lead.step}`];
    if (searches.length > 1) parts.unshift(`algorithm=${lead.id}`);
    if (root.hasAttribute("data-windows")) parts.push("windows=on");
    try {
      history.replaceState(null, "", `#${parts.join("&")}`);
    } catch {
      // The page works without.
    }
  }

  // Reads the step, the algorithm, windows and the theme from the address, and goes there; without a step, to another one.
  function read(otherwise) {
    const asked = new URLSearchParams(location.hash.slice(1));
    const search = searches.find((other) => other.id === asked.get("algorithm"));
    if (asked.has("windows")) windows(asked.get("windows") !== "off");
    if (asked.has("theme")) theme(asked.get("theme"));
    choose(search ?? lead);
    const step = asked.get("step");
    const number = step === "end" ? lead.count : Number.parseInt(step, 10);
    if (Number.isFinite(number)) go(number);
    else go(search ? lead.step : otherwise());
    if (search) search.pane.scrollIntoView({ block: "nearest" });
  }

  function windows(isOn) {
    root.toggleAttribute("data-windows", isOn);
    by("windows").checked = isOn;
    for (const search of searches) search.labels();
  }

  function fit(isOn) {
    root.classList.toggle("fit", isOn);
    by("fit").checked = isOn;
  }

  // Whether a page as wide as this shows less than is there, and all of it if that is made smaller but still readable.
  function isBetterFitted() {
    const [natural, least] = data.widths;
    const beside = Math.min(searches.length, 2);
    return innerWidth < beside * (natural + 50) && innerWidth > least + 66;
  }

  function theme(name) {
    const select = by("theme");
    if (!select) return;
    select.value = ["light", "dark"].includes(name) ? name : "";
    if (select.value) root.setAttribute("data-theme", select.value);
    else root.removeAttribute("data-theme");
  }

  const keys = {
    ArrowRight: () => move(lead.step + 1),
    ArrowLeft: () => move(lead.step - 1),
    Home: () => move(0),
    End: () => move(lead.count),
    "]": () => toCut(1),
    "[": () => toCut(-1),
    p: play,
    c: toCause,
    w: () => by("windows").click(),
  };

  function pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "SELECT") return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  // What comes into view shows the nodes of its step.
  function watch() {
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const search = searches.find(({ pane }) => pane === target);
        search.isInView = isIntersecting;
        search.follow();
      }
    });
    for (const { pane } of searches) observer.observe(pane);
  }

  // The panes' names choose the leading search.
  function buttons() {
    for (const search of searches) {
      const title = search.pane.querySelector("h2");
      if (!title || searches.length < 2) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = search.name;
      button.title = "Step through this search; the others follow at the same number of evaluations";
      button.addEventListener("click", () => follow(search));
      title.replaceChildren(button);
      search.button = button;
    }
  }

  function listen() {
    const clicks = {
      start: () => move(0),
      back: () => move(lead.step - 1),
      next: () => move(lead.step + 1),
      end: () => move(lead.count),
      "cut-before": () => toCut(-1),
      "cut-next": () => toCut(1),
      play,
      cause: toCause,
    };
    for (const [id, act] of Object.entries(clicks)) by(id).addEventListener("click", act);
    slider.addEventListener("input", () => move(Number(slider.value)));
    by("windows").addEventListener("change", (event) => {
      windows(event.target.checked);
      remember();
    });
    by("fit").addEventListener("change", (event) => {
      fit(event.target.checked);
      for (const search of searches) search.follow();
    });
    by("speed").addEventListener("change", () => {
      if (!playing) return;
      stop();
      play();
    });
    by("theme")?.addEventListener("change", (event) => theme(event.target.value));
    document.addEventListener("keydown", pressed);
    addEventListener("hashchange", () => read(() => lead.step));
    // Paper shows the ends of the searches.
    let before = [];
    addEventListener("beforeprint", () => {
      before = searches.map((search) => search.step);
      for (const search of searches) search.show(search.count);
    });
    addEventListener("afterprint", () => searches.forEach((search, index) => search.show(before[index])));
  }

  by("steps").hidden = false;
  if (by("themes")) by("themes").hidden = false;
  // Bars have no windows beside them.
  by("windows").parentElement.hidden = !data.styles.some((style) => style.endsWith(" window"));
  by("windows").checked = root.hasAttribute("data-windows");
  fit(isBetterFitted());
  buttons();
  listen();
  watch();
  read(() => lead.opens);
}
