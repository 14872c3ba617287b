// Makes src/assets/tiles.svg, one sprite of the 37 tile faces and of the four winds in plain ink: node tools/prepare_tiles.mjs FOLDER_OF_FACES
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { optimize } from "svgo";

const HONOURS = ["Ton", "Nan", "Shaa", "Pei", "Haku", "Hatsu", "Chun"];
const SUITS = { m: "Man", p: "Pin", s: "Sou" };

function faceFiles() {
  const files = [];
  for (const [suit, name] of Object.entries(SUITS)) {
    for (let number = 1; number <= 9; number += 1)
      files.push([`${number}${suit}`, `${name}${number}.svg`]);
    files.push([`0${suit}`, `${name}5-Dora.svg`]);
  }
  HONOURS.forEach((name, index) => files.push([`${index + 1}z`, `${name}.svg`]));
  return files;
}

function minified(label, text) {
  const { data } = optimize(text, {
    multipass: true,
    floatPrecision: 1,
    plugins: [
      { name: "preset-default", params: { overrides: { removeViewBox: false } } },
      "removeDimensions",
      "removeXMLNS",
      { name: "prefixIds", params: { prefix: `t${label}`, delim: "-" } },
    ],
  });
  const viewBox = /viewBox="([^"]+)"/.exec(data)?.[1] ?? "0 0 300 400";
  const body = data.replace(/^<svg[^>]*>/, "").replace(/<\/svg>$/, "");
  return `<symbol id="tile-${label}" viewBox="${viewBox}">${body}</symbol>`;
}

/** The wind of a face as a sign that takes the colour of the text round it. */
function sign(wind, symbol) {
  return symbol
    .replace(/id="tile-\dz"/, `id="wind-${wind}"`)
    .replace(/fill:[^;"]+;?/g, "")
    .replace(/ fill="[^"]+"/g, "");
}

const folder = process.argv[2];
if (folder === undefined) {
  console.error("prepare_tiles: expected the folder with Man1.svg … Chun.svg");
  process.exit(2);
}
const symbols = faceFiles().map(([label, file]) =>
  minified(label, readFileSync(join(folder, file), "utf8")),
);
const winds = [..."ESWN"].map((wind, index) => sign(wind, symbols[30 + index]));
writeFileSync(
  new URL("../src/assets/tiles.svg", import.meta.url),
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">\n${[...symbols, ...winds].join("\n")}\n</svg>\n`,
);
