// Every part of the page's words; each file has its English and its Japanese side by side.
import * as access from "./access";
import * as base from "./base";
import * as board from "./board";
import * as events from "./events";
import * as nav from "./nav";
import * as overlay from "./overlay";
import * as questions from "./questions";
import * as record from "./record";
import * as referee from "./referee";
import * as setup from "./setup";
import * as win from "./win";
import * as words from "./words";

export const english = {
  ...base.en,
  ...win.en,
  words: words.en,
  nav: nav.en,
  board: board.en,
  events: events.en,
  overlay: overlay.en,
  questions: questions.en,
  record: record.en,
  referee: referee.en,
  setup: setup.en,
  access: access.en,
};

export const japanese = {
  ...base.ja,
  ...win.ja,
  words: words.ja,
  nav: nav.ja,
  board: board.ja,
  events: events.ja,
  overlay: overlay.ja,
  questions: questions.ja,
  record: record.ja,
  referee: referee.ja,
  setup: setup.ja,
  access: access.ja,
};
