// Short names for the generated types of the API.
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Table = Schemas["TableView"];
export type Player = Schemas["PlayerView"];
export type Entry = Schemas["EntryView"];
export type Play = Schemas["PlayView"];
export type SeatPlay = Schemas["SeatPlayView"];
export type Discard = Schemas["DiscardView"];
export type Laid = Schemas["LaidView"];
export type HandResult = Schemas["HandResultView"];
export type Snapshot = Omit<Schemas["StateView"], "bridge">;
export type LiveMessage = Schemas["LiveMessage"];
export type Photo = Schemas["PhotoView"];
export type ReadTile = Schemas["ReadTileView"];
export type Alternative = Schemas["AlternativeView"];
export type MeldKind = Schemas["MeldView"]["kind"];
export type Camera = Schemas["CameraView"];
export type DemoPhoto = Schemas["DemoPhotoView"];
export type ScoreRequest = Schemas["ScoreRequest"];
export type WinRequest = Schemas["WinRequest"];
export type Correction = Schemas["CorrectionRequest"];
export type Score = Schemas["ScoreView"];
export type Declaration = Schemas["DeclarationView"];
export type RankedReading = Schemas["ReadingScoreView"];
export type Confirmed = Schemas["ConfirmedView"];
export type ConfirmedWin = Schemas["ConfirmedWinView"];
export type Ruleset = Schemas["RulesetView"];
export type Bridge = Schemas["BridgeView"];
export type Question = Schemas["QuestionView"];
export type Problem = Schemas["ProblemView"];
export type Wind = Player["wind"];

/** 0 the first dealer, then counter-clockwise. */
export type Seat = number;
/** Seats on from the winner: 1 right, 2 across, 3 left. */
export type Turns = number;
/** A tile by its MPSZ name, "5m", "0p", "1z". */
export type Face = string;
/** A face, or "back" or "?" as a photo may show. */
export type SeenFace = string;
