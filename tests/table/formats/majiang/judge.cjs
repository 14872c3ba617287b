// Replays mjai lines from the standard input on majiang-core: every discard and call must be one
// that it offers, every win must pay as it pays. Prints {"wins": n, "objections": [...]}.
"use strict";

const Majiang = require(process.argv[2]);
const RULE = Majiang.rule({ "最大同時和了数": 3, "ダブル役満あり": false });
const HONOURS = "ESWNPFC";
const SIDES = { 1: "+", 2: "=", 3: "-" };

const tile = (name) =>
  HONOURS.includes(name) ? "z" + (HONOURS.indexOf(name) + 1) : name[1] + (name[2] ? "0" : name[0]);
const value = (digit) => (digit === "0" ? 5 : +digit);

class Hand {
  constructor(start) {
    this.start = start;
    this.seats = start.tehais.map((tiles) => new Majiang.Shoupai(tiles.map(tile)));
    this.riichi = [0, 0, 0, 0];
    this.ippatsu = [false, false, false, false];
    this.untouched = [true, true, true, true];
    this.called = false;
    this.dora = [tile(start.dora_marker)];
    this.live = 70;
    this.wins = 0;
    this.pending = null;
  }

  wind(seat) { return (seat - this.start.oya + 4) % 4; }
  side(event) { return SIDES[(event.target - event.actor + 4) % 4]; }

  need(yes, words) { if (!yes) throw new Error(words); }

  tsumo(event) {
    this.seats[event.actor].zimo(tile(event.pai));
    this.live -= 1;
    this.rinshan = this.replacement;
    this.replacement = false;
    this.robbed = null;
  }

  reach(event) {
    const seat = event.actor;
    this.need(Majiang.Util.xiangting(this.seats[seat]) <= 0, "riichi without tenpai");
    this.need(this.seats[seat].menqian, "riichi with an open hand");
    this.pending = { seat, double: this.untouched[seat] && !this.called };
  }

  reach_accepted(event) {
    this.riichi[event.actor] = this.pending.double ? 2 : 1;
    this.ippatsu[event.actor] = true;
    this.pending = null;
  }

  dahai(event) {
    const hand = this.seats[event.actor], name = tile(event.pai);
    const given = name + (event.tsumogiri ? "_" : "");
    const offered = hand.get_dapai(true).map((one) => one.slice(0, 3));
    this.need(offered.includes(given), `discard ${given} of ${hand}, offered ${offered}`);
    hand.dapai(given + (this.pending && this.pending.seat === event.actor ? "*" : ""));
    this.ippatsu[event.actor] = false;
    this.untouched[event.actor] = false;
    this.last = { seat: event.actor, name };
    this.rinshan = false;
  }

  claim(event, list, tiles) {
    const hand = this.seats[event.actor];
    this.need(this.last && this.last.seat === event.target && this.last.name === tile(event.pai),
      "a call of another tile than the last discard");
    const offered = list(hand, tile(event.pai) + this.side(event));
    this.need(offered.includes(tiles), `call ${tiles} of ${hand}, offered ${offered}`);
    hand.fulou(tiles);
    this.interrupt();
    this.last = null;
  }

  interrupt() {
    this.called = true;
    this.ippatsu = [false, false, false, false];
  }

  chi(event) {
    const side = this.side(event), called = tile(event.pai);
    const marks = [...event.consumed.map((one) => [tile(one)[1], ""]), [called[1], side]];
    marks.sort((one, other) => value(one[0]) - value(other[0]));
    const text = called[0] + marks.map((mark) => mark.join("")).join("");
    this.claim(event, (hand, one) => hand.get_chi_mianzi(one), text);
  }

  pon(event) {
    this.claim(event, (hand, one) => hand.get_peng_mianzi(one), this.same(event));
  }

  daiminkan(event) {
    this.claim(event, (hand, one) => hand.get_gang_mianzi(one), this.same(event));
    this.replacement = true;
  }

  same(event) {
    const own = event.consumed.map((one) => tile(one)[1]).sort().reverse();
    const called = tile(event.pai);
    // Where the red five is the called one or not decides the order; ours has it after the fives.
    return called[0] + own.join("") + called[1] + this.side(event);
  }

  ankan(event) {
    const digits = event.consumed.map((one) => tile(one)[1]).sort().reverse().join("");
    this.kan(event, tile(event.consumed[0])[0] + digits);
    this.robbed = { seat: event.actor, name: tile(event.consumed[0]) };
  }

  kakan(event) {
    const name = tile(event.pai);
    const pon = this.seats[event.actor]._fulou.find((meld) =>
      meld[0] === name[0] && value(meld[1]) === value(name[1]) && value(meld[2]) === value(name[1]));
    this.kan(event, pon + name[1]);
    this.robbed = { seat: event.actor, name };
  }

  kan(event, text) {
    const hand = this.seats[event.actor], offered = hand.get_gang_mianzi();
    this.need(offered.includes(text), `kan ${text} of ${hand}, offered ${offered}`);
    hand.gang(text);
    this.interrupt();
    this.replacement = true;
  }


  hora(event) {
    const tsumo = event.actor === event.target, hand = this.seats[event.actor].clone();
    const source = tsumo ? null : this.robbed || this.last;
    const ura = event.ura_markers.length ? event.ura_markers.map(tile) : null;
    const first = this.wins === 0, sticks = this.riichi.filter(Boolean).length;
    const result = Majiang.Util.hule(hand, source && source.name + this.side(event),
      Majiang.Util.hule_param({
        rule: RULE,
        zhuangfeng: "ESWN".indexOf(this.start.bakaze),
        menfeng: this.wind(event.actor),
        lizhi: this.riichi[event.actor],
        yifa: this.ippatsu[event.actor],
        qianggang: Boolean(this.robbed) && !tsumo,
        lingshang: tsumo && Boolean(this.rinshan),
        haidi: this.live > 0 || (tsumo && this.rinshan) ? 0 : tsumo ? 1 : 2,
        tianhu: !(tsumo && this.untouched[event.actor] && !this.called) ? 0
          : event.actor === this.start.oya ? 1 : 2,
        baopai: this.dora,
        fubaopai: this.riichi[event.actor] ? ura : null,
        changbang: first ? this.start.honba : 0,
        lizhibang: first ? this.start.kyotaku + sticks : 0,
      }));
    this.wins += 1;
    this.need(result && result.defen, `no win: ${hand}`);
    const paid = [0, 1, 2, 3].map((seat) => result.fenpei[this.wind(seat)]);
    this.need(String(paid) === String(event.deltas), `pays ${paid}, expected as in ${event.deltas}`);
  }
}

let hand = null, wins = 0;
const objections = [];
const lines = require("fs").readFileSync(0, "utf8").trim().split("\n");
lines.forEach((line, number) => {
  const event = JSON.parse(line);
  try {
    if (event.type === "start_kyoku") hand = new Hand(event);
    else if (event.type === "end_kyoku") { wins += hand ? hand.wins : 0; hand = null; }
    else if (hand && typeof hand[event.type] === "function") hand[event.type](event);
    else if (hand && event.type === "dora") hand.dora.push(tile(event.dora_marker));
  } catch (failure) {
    objections.push(`line ${number + 1} ${line.slice(0, 80)}: ${failure.message}`);
    hand = null;
  }
});
console.log(JSON.stringify({ wins, objections }));
