// The value of a game as a curve: one line for each seat, over all decisions; a click goes there.

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 600;
const HEIGHT = 140;
const DASHES = ["", "6 3", "2 3", "8 3 2 3"];

const made = (tag, attributes) => {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

export class Curve {
  constructor(holder, go) {
    this.svg = made("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", role: "img", preserveAspectRatio: "none" });
    this.count = 1;
    holder.append(this.svg);
    this.svg.addEventListener("click", (event) => {
      const { left, width } = this.svg.getBoundingClientRect();
      go(Math.round(((event.clientX - left) / width) * (this.count - 1)));
    });
  }

  // `lines` are whole insights of policies: value for the seat to act, decision by decision.
  show(lines) {
    this.count = Math.max(1, ...lines.map(({ values }) => values.length));
    this.svg.replaceChildren(made("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "axis" }));
    const told = [];
    lines.forEach(({ policy, to_act: seats, values }, which) => {
      for (const seat of new Set(seats)) {
        const points = values.flatMap((value, k) => (seats[k] === seat ? [`${this.#x(k)},${this.#y(value)}`] : []));
        this.svg.append(
          made("polyline", { points: points.join(" "), class: `seat-${seat}`, "stroke-dasharray": DASHES[which] ?? "" }),
        );
        const last = values.filter((_, k) => seats[k] === seat).at(-1);
        told.push(`${policy}, seat ${seat}: ${last.toFixed(2)} at its last decision`);
      }
    });
    this.svg.setAttribute("aria-label", `Value of the game for each seat, from -1 to 1. ${told.join("; ")}.`);
    this.cursor = made("line", { y1: 0, y2: HEIGHT, class: "cursor" });
    this.svg.append(this.cursor);
  }

  at(position) {
    if (!this.cursor) return;
    const x = this.#x(Math.min(position, this.count - 1));
    this.cursor.setAttribute("x1", x);
    this.cursor.setAttribute("x2", x);
  }

  #x(k) {
    return ((k / Math.max(1, this.count - 1)) * WIDTH).toFixed(1);
  }

  #y(value) {
    return ((1 - Math.max(-1, Math.min(1, value))) * (HEIGHT / 2 - 4) + 4).toFixed(1);
  }
}
