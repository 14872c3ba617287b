// The hand being worked on: photo, tiles, circumstances and the score that follows from them.
import { api, ApiError, wordsOf } from "../api/client";
import { historyApi, type CorrectionPreview, type Edit } from "../api/history";
import { refereeApi, type Ending, type EndingRequest } from "../api/referee";
import type { Confirmed, ConfirmedWin, DemoPhoto, Photo, Score, Seat } from "../api/types";
import {
  PLAIN,
  settled,
  toggled,
  type Circumstances,
  type Facts,
  type Flag,
} from "../logic/circumstances";
import { copiesOfWin, EMPTY_HAND, hasKan, isClosed, type Hand } from "../logic/hand";
import { correctionsOf, handOf } from "../logic/proposal";
import { circumstancesOf, handOfRequest, type Proposed } from "../logic/proposed";
import { missing, requestOf, type Missing } from "../logic/request";
import { load, save, type OtherWin, type Past } from "../logic/storage";
import { text } from "../strings";
import { Ground } from "./ground.svelte";
import { table } from "./table.svelte";

const SCORE_AFTER_MS = 180;

class WorkStore {
  photo: Photo | null = $state.raw(null);
  /** Whether the table lost the photo that the tiles were read from. */
  gone = $state(false);
  hand: Hand = $state.raw(EMPTY_HAND);
  circumstances: Circumstances = $state.raw(PLAIN);
  open = $state(false);
  /** A win was just taken up: whoever shows it brings it before the eyes. */
  arrived = $state(false);
  /** The question that proposed this win; answered with it. */
  question: string | null = $state(null);
  /** The hand in which it was begun. */
  private ground = $state.raw(new Ground());
  /** The other wins on the same tile, in the order in which they were put down. */
  others: readonly OtherWin[] = $state.raw([]);
  past: Past | null = $state.raw(null);
  /** Another player's win is being taken up beside this one. */
  joining = $state(false);
  /** What all the wins together would do to the points. */
  ending: Ending | null = $state.raw(null);
  /** What the end of the past hand would change. */
  changed: CorrectionPreview | null = $state.raw(null);

  /** A local picture of what is being read, null when nothing is. */
  reading: { preview: string | null } | null = $state.raw(null);
  /** Why the last photo was not taken. */
  photoProblem: string | null = $state(null);

  score: Score | null = $state.raw(null);
  scoreProblem: string | null = $state(null);
  scoring = $state(false);
  confirming = $state(false);
  confirmProblem: string | null = $state(null);

  /** The table that score and ending were asked of. */
  private seq = 0;
  private turn = 0;
  private photoTurn = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  restore(): void {
    const work = load(sessionStorage);
    this.photo = work.photo;
    this.gone = work.gone;
    this.hand = work.hand;
    this.circumstances = work.circumstances;
    this.open = work.open;
    this.question = work.question;
    this.others = work.others;
    this.past = work.past;
    this.ground = new Ground(() => table.hand, work.at);
  }

  keep(): void {
    const { photo, gone, hand, circumstances, open, question, others, past } = this;
    const { at } = this.ground;
    save(sessionStorage, { photo, gone, hand, circumstances, open, question, others, past, at });
  }

  /** Whether the hand in which it was begun is over; a past one is over anyway. */
  get moved(): boolean {
    return this.open && this.past === null && this.ground.moved;
  }

  /** It is meant for the hand that is played now; what was asked about another is not answered. */
  goOn(): void {
    this.ground = new Ground();
    this.question = null;
    this.change({});
  }

  get facts(): Facts {
    const winner = table.table?.players.find((one) => one.seat === this.circumstances.winner);
    const { past } = this;
    return {
      closed: isClosed(this.hand),
      hasKan: hasKan(this.hand),
      melds: this.hand.melds.length,
      dealer: past === null ? (winner?.dealer ?? false) : past.dealer === winner?.seat,
      declared: past === null && (winner?.riichi ?? false),
      winCopies: copiesOfWin(this.hand),
    };
  }

  get missing(): Missing | null {
    return missing(this.hand, this.circumstances);
  }

  // --- the photo ---

  async giveFile(file: File): Promise<void> {
    const preview = file.type.startsWith("image/") ? URL.createObjectURL(file) : null;
    await this.read(preview, () => api.givePhoto(file));
    if (preview !== null) URL.revokeObjectURL(preview);
  }

  takePhoto(index: number): Promise<void> {
    return this.read(null, () => api.takePhoto(index));
  }

  async giveDemo(demo: DemoPhoto): Promise<void> {
    await this.read(api.demoImageUrl(demo.name), () => api.giveDemo(demo.name), {
      ...PLAIN,
      winner: demo.winner,
      discarder: demo.discarder,
      tsumo: demo.discarder === null,
      riichi: demo.riichi ? "riichi" : "none",
      flags: demo.ippatsu ? ["ippatsu"] : [],
      dora: demo.dora,
      ura: demo.ura,
    });
  }

  /** Has what is said of the photo told again, in the words of another language. */
  async retell(): Promise<void> {
    const { photo } = this;
    if (photo === null) return;
    try {
      const told = await api.photo(photo.id);
      if (this.photo === photo) this.photo = told;
    } catch {
      // What was said stays; that a photo is gone its picture tells.
    }
  }

  /** Starts without a photo, every tile laid by hand. */
  layByHand(): void {
    this.begin(null, EMPTY_HAND, PLAIN, new Ground());
  }

  /**
   * Takes up a win that was seen, to be looked at and confirmed; `question` is what proposed it. With
   * a past hand it is what that one is said to have ended with. Whatever was worked on gives way.
   */
  propose(win: Proposed, question: string | null, past: Past | null = null): void {
    this.stopReading();
    this.drop();
    this.past = past;
    this.begin(null, handOfRequest(win), circumstancesOf(win), new Ground());
    this.question = question;
    this.arrived = true;
  }

  /** Puts this win down and takes up another player's on the same tile. */
  async alsoWins(seat: Seat): Promise<void> {
    const request = requestOf(this.hand, this.circumstances);
    const { score, hand, circumstances } = this;
    if (this.joining || request === null || !score?.valid || request.discarder == null) return;
    this.joining = true;
    try {
      const next = await api.declaration(seat, request.discarder, this.past?.entry ?? null);
      if (this.hand !== hand || this.circumstances !== circumstances) return; // it was changed
      this.others = [...this.others, { request, total: score.total }];
      const dora = next.dora.length > 0 ? next.dora : request.dora;
      this.begin(
        null,
        handOfRequest({ ...next, win_tile: next.win_tile ?? request.win_tile }),
        circumstancesOf({ ...next, dora: dora ?? [], ura: next.riichi ? (request.ura ?? []) : [] }),
      );
    } catch (error) {
      this.confirmProblem = wordsOf(error);
    } finally {
      this.joining = false;
    }
  }

  /** Takes up one of the other wins again; the one being worked on is given up. */
  takeUp(other: OtherWin): void {
    this.others = this.others.filter((one) => one !== other);
    this.begin(null, handOfRequest(other.request), circumstancesOf(other.request));
  }

  /** Every win on the tile, the one being worked on last; null while that one is not whole. */
  get wins(): EndingRequest | null {
    const request = requestOf(this.hand, this.circumstances);
    if (request === null) return null;
    const wins = [...this.others.map((one) => one.request), request];
    return { wins, hidden: [], draw: "", tenpai: [], nagashi: [], fouls: [] };
  }

  get edits(): Edit[] {
    const end = this.wins;
    return this.past === null || end === null ? [] : [{ kind: "end", entry: this.past.entry, end }];
  }

  private async read(
    preview: string | null,
    ask: () => Promise<Photo>,
    circumstances: Circumstances = PLAIN,
  ): Promise<void> {
    const turn = ++this.photoTurn;
    const ground = new Ground();
    this.reading = { preview };
    this.photoProblem = null;
    try {
      const photo = await ask();
      if (turn === this.photoTurn) this.begin(photo, handOf(photo), circumstances, ground);
    } catch (error) {
      if (turn === this.photoTurn) this.photoProblem = wordsOf(error);
    } finally {
      if (turn === this.photoTurn) this.reading = null;
    }
  }

  stopReading(): void {
    this.photoTurn += 1;
    this.reading = null;
  }

  private begin(
    photo: Photo | null,
    hand: Hand,
    circumstances: Circumstances,
    ground = this.ground,
  ): void {
    this.photo = photo;
    this.ground = ground;
    this.gone = false;
    this.hand = hand;
    this.circumstances = circumstances;
    this.open = true;
    this.question = null;
    this.score = null;
    this.ending = null;
    this.changed = null;
    this.confirmProblem = null;
    this.change({});
  }

  /** Goes on without a photo that the table does not keep any more; the tiles stay. */
  losePhoto(): void {
    this.photo = null;
    this.gone = true;
  }

  /** Puts the hand away. */
  drop(): void {
    this.begin(null, EMPTY_HAND, PLAIN);
    this.open = false;
    this.others = [];
    this.past = null;
    this.scoreProblem = null;
    this.confirming = false;
    this.photoProblem = null;
  }

  // --- changes ---

  edit(hand: Hand): void {
    this.hand = hand;
    this.change({});
  }

  change(part: Partial<Circumstances>): void {
    const next = { ...this.circumstances, ...part };
    this.circumstances = next;
    this.circumstances = settled(next, this.facts);
  }

  setWinner(winner: Seat): void {
    const wasDeclared = this.facts.declared;
    this.circumstances = { ...this.circumstances, winner };
    this.change(wasDeclared && !this.facts.declared ? { riichi: "none" } : {});
  }

  toggle(flag: Flag): void {
    this.change(toggled(this.circumstances, flag));
  }

  // --- the score ---

  /** Asks for the score a moment after the last change; an answer that comes late is dropped. */
  rescore(): void {
    // What is being confirmed changes the table before its answer is here.
    if (this.confirming) return;
    clearTimeout(this.timer);
    const turn = ++this.turn;
    const playing = (table.table?.phase === "hand" && !this.moved) || this.past !== null;
    const request = this.open && playing ? requestOf(this.hand, this.circumstances) : null;
    if (request === null) {
      this.forget(null);
      this.scoring = false;
      return;
    }
    this.scoring = true;
    this.timer = setTimeout(async () => {
      this.seq = table.seq;
      try {
        const score = await api.score(request, this.past?.entry ?? null);
        if (turn !== this.turn) return;
        if (!score.valid) this.forget(null);
        this.score = score;
        this.scoreProblem = null;
        if (score.valid) await this.foresee(turn);
      } catch (error) {
        if (turn !== this.turn) return;
        this.forget(wordsOf(error));
      }
      this.scoring = false;
    }, SCORE_AFTER_MS);
  }

  /** Nothing is known of what the hand is worth, nor of what it would change. */
  private forget(problem: string | null): void {
    this.score = null;
    this.scoreProblem = problem;
    this.ending = null;
    this.changed = null;
  }

  /** Looks at what all the wins together do, or what another end of a past hand changes. */
  private async foresee(turn: number): Promise<void> {
    const { wins, edits } = this;
    if (wins === null || (edits.length === 0 && this.others.length === 0)) return;
    const [ending, changed] =
      edits.length === 0
        ? [await refereeApi.previewEnding(wins), null]
        : [null, await historyApi.preview(edits)];
    if (turn !== this.turn) return;
    this.ending = ending;
    this.changed = changed;
  }

  /** Confirms all the wins on the tile, or the other end of a past hand; null when refused. */
  confirmAll(reason: string): Promise<Confirmed | null> {
    const { wins, edits, seq } = this;
    const { unanswered } = this.ground;
    return this.confirmed(wins, (asked) =>
      edits.length > 0
        ? historyApi.correct(seq, edits, reason, unanswered)
        : refereeApi.end(seq, asked, unanswered),
    );
  }

  /** Confirms the win; null when it was refused (the words are in `confirmProblem`). */
  confirm(): Promise<ConfirmedWin | null> {
    const { photo, hand, question, seq } = this;
    return this.confirmed(requestOf(hand, this.circumstances), (request) =>
      api.confirmWin(
        {
          request,
          expectedSeq: seq,
          photo: photo?.id ?? null,
          question,
          corrections: photo === null ? [] : correctionsOf(photo, hand),
        },
        this.ground.unanswered,
      ),
    );
  }

  /** Once it is done it counts as being confirmed until it is put away: it is not to be seen again. */
  private async confirmed<A, T>(asked: A | null, ask: (asked: A) => Promise<T>): Promise<T | null> {
    if (asked === null || this.confirming || this.moved) return null;
    this.confirming = true;
    this.confirmProblem = null;
    try {
      return await ask(asked);
    } catch (error) {
      this.confirmProblem = wordsOf(error);
      if (this.photo !== null && error instanceof ApiError && error.status === 404) {
        this.losePhoto();
        this.confirmProblem = text.photo.goneOnConfirm;
      }
      this.confirming = false;
      return null;
    }
  }
}

export const work = new WorkStore();
