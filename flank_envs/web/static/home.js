// The home page: a card for each game, games in play, replays.

import { get, post, postText } from "./api.js";
import { $, h, playerName, receiveFiles } from "./dom.js";
import { frame, say, tried } from "./frame.js";
import { Card } from "./card.js";
import { seats } from "./seats.js";

frame([["Tab, Enter", "from one thing to the next, and open it"]]);

const cards = [];

async function showGames() {
  const { games } = await get("/api/games");
  for (const game of games) {
    const card = new Card(game);
    cards.push(card);
    $("games").append(card.element);
  }
  follow(Object.fromEntries(games.map(({ name, progress }) => [name, progress])));
}

// While games compile, say which, how long it has taken and how long it takes.
function follow(progress) {
  for (const card of cards) card.update(progress[card.game.name]);
  const left = cards.filter((card) => !progress[card.game.name].ready);
  $("compiling").hidden = left.length === 0;
  if (!left.length) return;
  const now = left.find((card) => progress[card.game.name].compiling) ?? left[0];
  const { seconds, usual } = progress[now.game.name];
  $("compiling").textContent =
    `First start: ${now.game.title} is being compiled, ${Math.round(seconds)} s so far. A game that is new to this machine ` +
    `takes about ${usual} s, once; ${left.length} of ${cards.length} are to come, and those that are ready can be played.`;
  setTimeout(async () => {
    try {
      follow(await get("/api/ready"));
    } catch (problem) {
      $("compiling").textContent = problem.message;
    }
  }, 1000);
}

const row = (href, title, more) => h("li", {}, h("a", { href }, title), h("span", { class: "detail" }, more));
const day = (seconds) => new Date(seconds * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

async function showRecent() {
  const { played, files } = await get("/api/recent");
  const titles = Object.fromEntries(cards.map(({ game }) => [game.name, game.title]));
  $("recent").replaceChildren(
    ...played.map((game) =>
      row(
        `/replay/${game.id}`,
        `${titles[game.game] ?? game.game}: ${game.players.map(playerName).join(" against ")}`,
        `${game.decisions} decisions${game.over ? "" : ", being played"}${game.practice ? ", practice" : ""}, ${day(game.created)}`,
      ),
    ),
  );
  if (!played.length) $("recent").append(h("li", { class: "detail" }, "Nothing yet: games that end are kept here."));
  $("files").replaceChildren(
    ...files.map((file) =>
      h("li", {}, h("button", { type: "button", class: "link", onclick: () => open(() => post(`/api/replays/${file.id}`)) }, file.name)),
    ),
  );
}

const open = (ask) =>
  tried(async () => {
    location.href = `/replay/${(await ask()).id}`;
  });

function showOwn() {
  const own = seats();
  $("own").hidden = own.length === 0;
  $("own-list").replaceChildren(
    ...own.map(({ path, title, players, seat, at }) =>
      row(path, title, `${players.map((name, k) => (k === seat ? "you" : playerName(name))).join(" against ")}, ${day(at / 1000)}`),
    ),
  );
}

receiveFiles($("drop"), $("file"), (text) => open(() => postText("/api/replays", text)));
showOwn();
addEventListener("pageshow", (event) => event.persisted && showOwn());
try {
  await showGames();
  await showRecent();
} catch (problem) {
  say(problem.message);
}
