// What is wrong with a page for someone who hears it, uses the keyboard, or sees little: a sentence for each fault. What it asks for are rules
// of WCAG 2.2: names and roles (4.1.2), the order of focus (2.4.3), the contrast of text (1.4.3) and of what means something (1.4.11).
function faults(its) {
  const page = its.document;
  const found = new Set();
  const style = (element) => its.getComputedStyle(element);
  const isSeen = (element) => element.getClientRects().length > 0 && style(element).visibility === "visible";
  const about = (element) => {
    const kind = [element.localName, element.id && `#${element.id}`, element.getAttribute("class") && `.${element.getAttribute("class").replace(/ /g, ".")}`];
    return `${kind.filter(Boolean).join("")} “${(element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 30)}”`;
  };
  // Names: what a label, a text or an attribute says.
  const texts = (elements) => [...elements].map((element) => element.textContent).join(" ").trim();
  const name = (element) =>
    element.getAttribute("aria-label")?.trim() ||
    texts((element.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => page.getElementById(id)).filter(Boolean)) ||
    texts(element.labels ?? []) ||
    (element.matches("a, button, summary, [role=checkbox], [role=radio]") && !element.closest("svg") ? element.textContent.trim() : "");
  const controls = "a[href], button, input, select, textarea, summary, [tabindex], [role=checkbox], [role=radio], [role=img], [role=slider], [role=group], [role=region]";
  for (const element of page.querySelectorAll(controls)) {
    if (!isSeen(element) || element.matches("#told, #ask, #panel, #results")) continue;
    if (!name(element)) found.add(`${about(element)} has no name`);
    const hasRole = element.matches("a, button, input, select, textarea, summary, section") || element.hasAttribute("role");
    if (!hasRole) found.add(`${about(element)} has no role`);
    if (["checkbox", "radio"].includes(element.getAttribute("role")) && !element.hasAttribute("aria-checked")) found.add(`${about(element)} does not say whether it is checked`);
    if (element.closest("[aria-hidden=true]")) found.add(`${about(element)} is hidden from those who hear the page`);
  }
  const ids = [...page.querySelectorAll("[id]")].map((element) => element.id);
  if (new Set(ids).size !== ids.length) found.add("two elements have the same id");
  if (!page.documentElement.lang) found.add("the page has no language");
  if (page.querySelectorAll("main").length !== 1 || page.querySelectorAll("h1").length !== 1) found.add("there is not one main part with one heading");
  // The order of focus is that of the elements; nothing that follows is before, or in an earlier column.
  const stops = [...page.querySelectorAll("a[href], button, input, select, [tabindex]")].filter((element) => element.tabIndex >= 0 && !element.disabled && isSeen(element) && !element.matches(".skip"));
  if (stops.some((element) => element.tabIndex > 0)) found.add("an element has its own place in the order of focus");
  const box = (element) => element.getBoundingClientRect();
  stops.slice(1).forEach((element, index) => {
    const before = stops[index];
    if (before.contains(element) || element.closest(".scroll") || before.closest(".scroll")) return;
    const [a, b] = [box(before), box(element)];
    if (b.left < a.right - 1 && b.top < a.bottom - 1 && !(b.top > a.top + 1 && b.left > a.left + 1)) found.add(`${about(element)} comes after ${about(before)}, but is before it on the screen`);
  });
  // Colours as red, green and blue, and how opaque they are.
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const colour = (text) => {
    if (!known.has(text)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = text;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
      known.set(text, [r, g, b, a / 255]);
    }
    return known.get(text);
  };
  const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
  const light = (rgb) => {
    const [r, g, b] = rgb.slice(0, 3).map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [a, b] = [light(one), light(other)].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  };
  const paper = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const its = at.namespaceURI.endsWith("svg") ? [0, 0, 0, 0] : colour(style(at).backgroundColor);
      if (its[3] > 0) return its[3] < 1 ? over(its, paper(at.parentElement)) : its;
    }
    return [255, 255, 255, 1];
  };
  const paint = (element, key) => {
    const value = style(element)[key];
    if (value === "none" || value.startsWith("url")) return null;
    const found = colour(value);
    const opacity = Number(style(element)[`${key}Opacity`]);
    return found[3] * opacity > 0 ? [...found.slice(0, 3), found[3] * opacity] : null;
  };
  const need = (least, one, other, element, what) => {
    const is = contrast(one, other);
    if (is < least) found.add(`${what} of ${about(element)} has a contrast of ${is.toFixed(2)}, not ${least}`);
  };
  for (const element of page.body.querySelectorAll("*")) {
    if (!isSeen(element) || element.matches(":disabled, option, noscript *, script") || element.closest("[hidden]")) continue;
    const isDrawn = element.namespaceURI.endsWith("svg");
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!isDrawn && hasText) need(4.5, over(colour(style(element).color), paper(element)), paper(element), element, "the text");
    if (!isDrawn && element.matches("input:not([type=range], [type=checkbox]), select, button")) {
      const rim = [style(element).borderTopColor, style(element).backgroundColor].map((text) => over(colour(text), paper(element.parentElement)));
      const [best] = rim.sort((a, b) => contrast(b, paper(element.parentElement)) - contrast(a, paper(element.parentElement)));
      if (element.matches("input, select")) need(3, best, paper(element.parentElement), element, "the rim");
    }
    if (!isDrawn || !element.closest("svg.tree")) continue;
    const ground = paper(element.closest("svg").parentElement);
    if (element.localName === "text" && hasText) {
      // A text is on the last shape before it that covers its middle.
      const place = box(element);
      const [x, y] = [place.left + place.width / 2, place.top + place.height / 2];
      const under = [...element.parentElement.children].slice(0, [...element.parentElement.children].indexOf(element)).reverse();
      const below = under.find((shape) => {
        const room = box(shape);
        return shape.localName !== "text" && paint(shape, "fill") && x > room.left && x < room.right && y > room.top && y < room.bottom;
      });
      const behind = below ? over(paint(below, "fill"), ground) : ground;
      const ink = paint(element, "fill");
      if (ink) need(4.5, over(ink, behind), behind, element.parentElement, `the text “${element.textContent}”`);
    } else if (["rect", "circle", "polygon", "line", "path"].includes(element.localName)) {
      const inks = (element.localName === "line" ? ["stroke"] : ["fill", "stroke"]).map((key) => paint(element, key)).filter(Boolean).map((ink) => over(ink, ground));
      if (!inks.length || element.matches(".hit")) continue;
      const best = Math.max(...inks.map((ink) => contrast(ink, ground)));
      if (best < 3) found.add(`the ${element.localName} (${element.getAttribute("class")}) of ${about(element.parentElement)} has a contrast of ${best.toFixed(2)}, not 3`);
    }
  }
  return [...found];
}
