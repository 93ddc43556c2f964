// The board: the picture that the server drew, what can be clicked in it, and what is new since the last one.

import { reducedMotion } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const LARGEST_MARK = 0.06; // of the picture

export class Board {
  constructor(holder, hint, handlers = {}) {
    this.holder = holder;
    this.hint = hint;
    this.handlers = handlers;
    this.before = null;
    this.words = new Map();
    holder.addEventListener("click", (event) => this.#of(event, (action) => handlers.choose?.(action)));
    holder.addEventListener("pointerover", (event) => this.#of(event, (action) => this.#point(action)));
    holder.addEventListener("pointerout", () => this.#point(null));
  }

  // On small screens the board can be made larger than the screen, and is then moved by touch.
  growBy(button) {
    button.addEventListener("click", () => {
      const large = this.holder.classList.toggle("large");
      button.setAttribute("aria-pressed", String(large));
      button.textContent = large ? "Smaller" : "Larger";
    });
  }

  #of(event, act) {
    const found = event.target.closest("[data-action]");
    if (found) act(Number(found.dataset.action));
  }

  #point(action) {
    this.light(action);
    this.handlers.point?.(action);
  }

  // Shows a picture; `label` says in words what it shows. With `mark`, what is new gets a mark.
  show(picture, label, words, mark = true) {
    const drawn = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
    const svg = document.importNode(drawn, true);
    const box = svg.viewBox.baseVal;
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", label);
    this.holder.style.aspectRatio = `${box.width} / ${box.height}`;
    this.holder.replaceChildren(svg);
    this.svg = svg;
    this.words = words;
    const known = signatures(svg);
    if (mark && this.before) this.#mark(fresh(svg, this.before), box);
    this.before = known;
    this.light(null);
  }

  #mark(elements, page) {
    const boxes = merged(elements.map((element) => boxIn(element, this.svg)).filter((box) => box && fits(box, page)));
    const layer = document.createElementNS(SVG, "g");
    layer.setAttribute("class", reducedMotion() ? "marks" : "marks moving");
    layer.setAttribute("aria-hidden", "true");
    for (const { x, y, width, height } of boxes) {
      const rect = document.createElementNS(SVG, "rect");
      for (const [name, value] of Object.entries({ x: x - 4, y: y - 4, width: width + 8, height: height + 8, rx: 6 })) {
        rect.setAttribute(name, value);
      }
      layer.append(rect);
    }
    this.svg.append(layer);
  }

  // Lights up what stands for an action, here and in the hint below.
  light(action) {
    for (const lit of this.holder.querySelectorAll(".lit")) lit.classList.remove("lit");
    this.hint.textContent = action === null ? "" : (this.words.get(action) ?? "");
    if (action === null) return;
    for (const found of this.holder.querySelectorAll(`[data-action="${action}"]`)) found.classList.add("lit");
  }

  // Shades choices by a number from 0 to 1 each, as a policy sees them.
  shade(probabilities) {
    for (const found of this.holder.querySelectorAll("[data-action]")) {
      const probability = probabilities.get(Number(found.dataset.action));
      found.classList.toggle("shaded", probability !== undefined);
      if (probability !== undefined) found.style.setProperty("--probability", Math.max(0.12, Math.sqrt(probability)).toFixed(3));
    }
  }
}

const PLACES = ["x", "y", "width", "height", "cx", "cy", "r", "d", "points", "x1", "y1", "x2", "y2"];
const SHAPES = "rect, circle, ellipse, path, polygon, line";

// A shape and where it is: the moves of the groups around it count too, its colours do not.
function placed(shape) {
  let moves = "";
  for (let up = shape.parentElement; up; up = up.parentElement) moves += up.getAttribute("transform") ?? "/";
  return `${shape.tagName} ${PLACES.map((name) => shape.getAttribute(name) ?? "").join(" ")} ${moves}`;
}

const signatures = (svg) => new Set([...svg.querySelectorAll(SHAPES)].map(placed));

// Shapes where the former picture had none: what came or moved. Frames of choices come and go and say nothing.
function fresh(svg, before) {
  return [...svg.querySelectorAll(SHAPES)].filter((shape) => !shape.closest("[data-action]") && !before.has(placed(shape)));
}

function boxIn(element, svg) {
  const box = element.getBBox?.();
  const matrix = element.getCTM?.();
  const own = svg.getCTM?.();
  if (!box || !matrix || (!box.width && !box.height)) return null;
  const toSvg = own ? own.inverse().multiply(matrix) : matrix;
  const corners = [
    [box.x, box.y],
    [box.x + box.width, box.y + box.height],
  ].map(([x, y]) => new DOMPoint(x, y).matrixTransform(toSvg));
  const [a, b] = corners;
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(b.x - a.x), height: Math.abs(b.y - a.y) };
}

const fits = (box, page) => box.width * box.height < LARGEST_MARK * page.width * page.height;

// Boxes that touch become one.
function merged(boxes) {
  const kept = [];
  for (let box of boxes) {
    for (let k = kept.length - 1; k >= 0; k -= 1) {
      if (near(kept[k], box)) box = around(kept.splice(k, 1)[0], box);
    }
    kept.push(box);
  }
  return kept;
}

const near = (a, b) =>
  a.x < b.x + b.width + 4 && b.x < a.x + a.width + 4 && a.y < b.y + b.height + 4 && b.y < a.y + a.height + 4;

function around(a, b) {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}
