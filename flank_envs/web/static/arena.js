// Saved arena files as ratings and a heat map, and the learning curves of runs.

import { get } from "./api.js";
import { $, h, playerName, receiveFiles } from "./dom.js";
import { frame, say, tried } from "./frame.js";

frame([["Tab, Enter", "from one thing to the next, and open it"]]);

const percent = (share, digits = 1) => `${(share * 100).toFixed(digits)} %`;
const signed = (number) => `${number >= 0 ? "+" : "−"}${Math.abs(Math.round(number))}`;
const cells = (tag, values) => values.map((value) => h(tag, tag === "th" ? { scope: "col" } : {}, value));

function table(caption, heads, rows) {
  return h(
    "div",
    { class: "wide", tabindex: "0" },
    h("table", {}, h("caption", {}, caption), h("thead", {}, h("tr", {}, cells("th", heads))), h("tbody", {}, rows)),
  );
}

function showArena(result) {
  try {
    $("arena").replaceChildren(ratings(result), heatMap(result));
  } catch {
    say("This is no arena file: give one that `flank-envs arena --json` wrote.");
  }
}

function ratings({ game, ratings }) {
  const sorted = [...ratings].sort((a, b) => b.rating - a.rating);
  const low = Math.min(...sorted.map(({ interval }) => interval[0]));
  const high = Math.max(...sorted.map(({ interval }) => interval[1]));
  const x = (value) => `${((value - low) / Math.max(1, high - low)) * 100}%`;
  const rows = sorted.map(({ player, rating, interval }) => {
    const range = h("span", { class: "range" });
    range.style.left = x(interval[0]);
    range.style.right = `${100 - parseFloat(x(interval[1]))}%`;
    const dot = h("span", { class: "dot" });
    dot.style.left = x(rating);
    const name = h("th", { scope: "row" }, playerName(player));
    const told = `${signed(interval[0])} to ${signed(interval[1])}`;
    return h("tr", {}, name, h("td", { class: "number" }, signed(rating)), h("td", {}, told), h("td", {}, h("div", { class: "strip" }, range, dot)));
  });
  return table(`Ratings: ${game}`, ["player", "rating", "95 % interval", ""], rows);
}

function heatMap({ players, pairings }) {
  const of = new Map(pairings.map((pairing) => [`${pairing.a}\n${pairing.b}`, pairing]));
  const rows = players.map((a, k) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, `${k + 1} ${playerName(a)}`),
      players.map((b) => {
        const pairing = of.get(`${a}\n${b}`);
        return pairing ? heat(pairing) : h("td", { class: "heat own" }, "");
      }),
    ),
  );
  return table("Score of row against column", ["", ...players.map((_, k) => String(k + 1))], rows);
}

function heat({ a, b, score, interval, wins, ties, losses, seat_scores: seats }) {
  const even = 1 / seats.length;
  const strength = (score - even) / (score > even ? 1 - even : even);
  const title = `${a} against ${b}: ${wins} won, ${ties} tied, ${losses} lost`;
  const cell = h("td", { class: `heat ${strength > 0 ? "more" : "less"}`, title }, h("strong", {}, percent(score)));
  cell.append(h("small", {}, `${percent(interval[0])} to ${percent(interval[1])}`));
  cell.style.setProperty("--strength", `${Math.round(8 + 42 * Math.abs(strength))}%`);
  return cell;
}

async function runCard({ id, name }) {
  const folder = name.replace(/\/?curve\.png$/, "");
  const card = h(
    "article",
    { class: "card" },
    h("h3", {}, folder),
    h("img", { src: `/api/runs/${id}/curve`, alt: `Learning curve of ${folder}`, loading: "lazy", width: 960, height: 540 }),
  );
  const { scorecard } = await get(`/api/runs/${id}`);
  if (Array.isArray(scorecard?.results)) {
    const rows = scorecard.results.slice(0, 12).map((r) =>
      h("tr", {}, cells("td", [r.greedy ? "likeliest" : "sampled", optionsOf(r), playerName(r.b), percent(r.score)])),
    );
    card.append(table("Measured", ["plays", "options", "against", "score"], rows));
  }
  return card;
}

const optionsOf = ({ options }) => Object.entries(options ?? {}).map(([k, v]) => `${k} ${v}`).join(", ") || "usual";

receiveFiles($("drop"), $("file"), (text) => {
  try {
    showArena(JSON.parse(text));
  } catch {
    say("This is no JSON file.");
  }
});

try {
  const { arenas, runs } = await get("/api/arena");
  const choose = $("arena-file");
  choose.replaceChildren(...arenas.map(({ id, name }) => h("option", { value: id }, name)));
  if (!arenas.length) choose.append(h("option", { value: "" }, "none found: flank-envs arena ... --json FILE writes one"));
  const open = () => choose.value && tried(async () => showArena(await get(`/api/arena/${choose.value}`)));
  choose.addEventListener("change", open);
  await open();
  $("runs").replaceChildren(...(await Promise.all(runs.map(runCard))));
  if (!runs.length) $("runs").append(h("p", { class: "detail" }, "No runs yet: make train begins one."));
} catch (problem) {
  say(problem.message);
}
