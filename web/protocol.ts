// Everything that is said over the socket, and what each game shows, hides, allows and tells.
// Written by `make types` from the Python declarations: change those, not this file. See docs/protocol.md.

export const PROTOCOL = 2;

/** A move as options list it: runs of numbers are folded ("16..36"), and so are sets of dice ("any of 6"). */
export type FoldedMove<M> = M extends unknown ? { readonly [K in keyof M]: M[K] | Fold<[M[K]]> } : never;
type Fold<V> = V extends [number] ? `${number}..${number}` : V extends [readonly number[]] ? AnyOf : never;
type AnyOf = `any of ${number}`;

/** To be laid over what is there, field by field; a list, or an object with a `type`, replaces. */
export type Changes<T> = T extends readonly (infer R)[] ? T | RowChanges<R> : T extends object ? Merged<T> : T;
/** `from` has new rows and runs of those that are there, the first and how many; without it, all stay. */
export interface RowChanges<R> {
  readonly from?: readonly (R | readonly [number, number])[];
  readonly at?: Readonly<Record<number, Changes<R>>>;
  readonly more?: readonly R[];
}
type Merged<T> = Replaced<T> | Laid<Omit<T, "type">>;
type Replaced<T> = T extends { readonly type: string } ? T : never;
type Laid<T> = { readonly [K in keyof T]?: Changes<T[K]> };

/** Take a seat, and mix a seed into the dice. */
export interface SitCommand {
  readonly type: "sit";
  readonly seed?: string;
}

/** Leave the seat and watch. */
export interface StandCommand {
  readonly type: "stand";
}

/** Leave for good: give up the seat, the running game and the role of host. */
export interface LeaveCommand {
  readonly type: "leave";
}

export interface ReadyCommand {
  readonly type: "ready";
  readonly seed?: string;
}

export interface UnreadyCommand {
  readonly type: "unready";
}

/** Play the same again; it starts when everyone seated has asked for it. */
export interface RematchCommand {
  readonly type: "rematch";
  readonly seed?: string;
}

/** At a quick table: do not wait for more people. Bots fill the seats, unless it is for people only. */
export interface HurryCommand {
  readonly type: "hurry";
}

/** In a rated game the host asks in this way to end it without a result; it ends when every player has agreed. */
export interface AgreeResetCommand {
  readonly type: "agree_reset";
}

/** The player who holds the dice throws them. */
export interface ThrowCommand {
  readonly type: "throw";
}

/** One to six moves at once; all are made, or none. */
export interface MakeMovesCommand {
  readonly type: "move";
  readonly moves: readonly Games[GameName]["move"][];
}

/** Take my seat back from the bot that holds it. */
export interface ReturnCommand {
  readonly type: "return";
}

/** Turn down an invitation. */
export interface DeclineCommand {
  readonly type: "decline";
}

/** Wear the badge of a team, or none; also while a game runs, since no rule knows of it. */
export interface ChooseTeamCommand {
  readonly type: "team";
  readonly team?: Team | null;
}

/** What its members wear. */
export interface Team {
  readonly label: string;
  readonly colour: "blue" | "gold" | "green" | "orange" | "red" | "rose" | "teal" | "violet";
  readonly pattern: "check" | "chevron" | "dots" | "halves" | "plain" | "stripes";
}

export interface AddBotCommand {
  readonly type: "add_bot";
  readonly level?: string;
}

export interface RemoveBotCommand {
  readonly type: "remove_bot";
  readonly who: Who;
}

export type Who = string;

export interface StartCommand {
  readonly type: "start";
  readonly seed?: string;
}

/** Keep a seat for a person, and tell them. */
export interface InviteCommand {
  readonly type: "invite";
  readonly who: Who;
}

export interface UninviteCommand {
  readonly type: "uninvite";
  readonly who: Who;
}

export interface KickCommand {
  readonly type: "kick";
  readonly who: Who;
}

export interface TransferCommand {
  readonly type: "transfer";
  readonly who: Who;
}

export interface ConfigureCommand {
  readonly type: "configure";
  readonly setting: GivenSetting;
}

/** What is played at a table, and how; the options are the game's own, the rest is the table's. */
export interface GivenSetting {
  readonly game: string;
  /** Only those that were chosen; the rest have their defaults. */
  readonly options?: Partial<Games[GameName]["options"]>;
  /** How many may sit. */
  readonly seats: number;
  /** Seconds to answer; a table that is opened without one has the clock of its game's listing. */
  readonly clock?: number;
  /** What the clock does at the end: play the first legal move, ask the player to leave, or nothing (P-15). */
  readonly on_timeout?: "kick" | "play" | "wait";
  /** Whether the hall lists it. */
  readonly public?: boolean;
  /** Whether the hall fills it with the next people to come, then with bots. */
  readonly quick?: boolean;
  /** At a quick table: whether it waits for people instead of being filled with bots. */
  readonly people_only?: boolean;
  /** Whether bots take the free seats when the game starts (G-22). */
  readonly fill?: boolean;
  /** Whether games count for the rating (H-06); null is as usual, and `is_rated` says what that is here. */
  readonly rated?: boolean | null;
  /** Whether everyone can ask for the odds while they play; such a table is unrated. */
  readonly odds?: boolean;
}

/** The game is stuck: throw for a player, or play their first legal move. */
export interface HelpCommand {
  readonly type: "help";
  readonly seat: Seat;
}

export type Seat = number;

/** End a match that has no fixed length. */
export interface StopMatchCommand {
  readonly type: "stop";
}

/** End the game without a result; the same people go back to the lobby (P-22). */
export interface ResetCommand {
  readonly type: "reset";
}

/** Reset the evening's score. */
export interface ResetScoreCommand {
  readonly type: "reset_score";
}

export interface CloseCommand {
  readonly type: "close";
}

/** Give a bot a team; take anyone's badge off. */
export interface DressUpCommand {
  readonly type: "team_of";
  readonly who: Who;
  readonly team?: Team | null;
}

export interface LockCommand {
  readonly type: "lock";
}

export interface UnlockCommand {
  readonly type: "unlock";
}

/** Let a person who was kicked come back. */
export interface ReadmitCommand {
  readonly type: "readmit";
  readonly who: Who;
}

/** Let a person who knocks at a private table come in. */
export interface LetInCommand {
  readonly type: "let_in";
  readonly who: Who;
}

export interface MuteCommand {
  readonly type: "mute";
  readonly who: Who;
}

export interface UnmuteCommand {
  readonly type: "unmute";
  readonly who: Who;
}

/** Let spectators talk to players even while there are secrets. */
export interface AllowTalkCommand {
  readonly type: "allow_talk";
}

export interface ForbidTalkCommand {
  readonly type: "forbid_talk";
}

/** Let people send reactions again. */
export interface AllowReactionsCommand {
  readonly type: "allow_reactions";
}

export interface ForbidReactionsCommand {
  readonly type: "forbid_reactions";
}

/** Let people knock at a private table again. */
export interface AllowKnocksCommand {
  readonly type: "allow_knocks";
}

/** Only the link, an invitation or the host opens a private table. */
export interface ForbidKnocksCommand {
  readonly type: "forbid_knocks";
}

/** Let spectators predict who wins. */
export interface AllowPredictionsCommand {
  readonly type: "allow_predictions";
}

/** Nobody predicts here; stakes of the running game go back (W-04). */
export interface ForbidPredictionsCommand {
  readonly type: "forbid_predictions";
}

export type Request =
  | SitCommand
  | StandCommand
  | LeaveCommand
  | ReadyCommand
  | UnreadyCommand
  | RematchCommand
  | HurryCommand
  | AgreeResetCommand
  | ThrowCommand
  | MakeMovesCommand
  | ReturnCommand
  | DeclineCommand
  | ChooseTeamCommand
  | AddBotCommand
  | RemoveBotCommand
  | StartCommand
  | InviteCommand
  | UninviteCommand
  | KickCommand
  | TransferCommand
  | ConfigureCommand
  | HelpCommand
  | StopMatchCommand
  | ResetCommand
  | ResetScoreCommand
  | CloseCommand
  | DressUpCommand
  | LockCommand
  | UnlockCommand
  | ReadmitCommand
  | LetInCommand
  | MuteCommand
  | UnmuteCommand
  | AllowTalkCommand
  | ForbidTalkCommand
  | AllowReactionsCommand
  | ForbidReactionsCommand
  | AllowKnocksCommand
  | ForbidKnocksCommand
  | AllowPredictionsCommand
  | ForbidPredictionsCommand;

/** Tell me about the tables, now and as they change. */
export interface EnterHallMessage {
  readonly type: "enter_hall";
  readonly id: number;
  /** `next` of the page that I know; without it, the first page. */
  readonly after?: number | null;
}

export interface ExitHallMessage {
  readonly type: "exit_hall";
  readonly id: number;
}

/** Open a table. */
export interface OpenTableMessage {
  readonly type: "open";
  readonly id: number;
  readonly game: string;
  /** A named set of options; what is given below takes precedence. */
  readonly preset?: string | null;
  readonly options?: Partial<Games[GameName]["options"]>;
  /** How many may sit (default: as many as the game takes). */
  readonly seats?: number | null;
  readonly clock?: number | null;
  readonly on_timeout?: "kick" | "play" | "wait";
  readonly public?: boolean;
  /** Whether the host plays or only hosts. */
  readonly sit?: boolean;
  /** One level for each bot. */
  readonly bots?: readonly string[];
  /** Whether bots take the free seats when the game starts. */
  readonly fill?: boolean;
  /** Whether games count for the rating (default: at public tables without odds). */
  readonly rated?: boolean | null;
  /** Whether everyone can ask for the odds while they play; such a table is unrated. */
  readonly odds?: boolean;
  /** People by name or id: a seat is kept for each. */
  readonly invite?: readonly string[];
}

/** A seat wherever people wait; without a game, any game. */
export interface QuickMessage {
  readonly type: "quick";
  readonly id: number;
  readonly game?: string | null;
  /** Mixed into the dice, if the table has already committed to its secret. */
  readonly seed?: string;
  /** 2 for a game of two (default: the usual number). */
  readonly seats?: 2 | null;
  /** Whether bots fill the free seats after a while; otherwise the table waits for people. */
  readonly bots?: boolean;
}

/** Show me a table, and tell me what happens there. */
export interface WatchMessage {
  readonly type: "watch";
  readonly id: number;
  readonly table: string;
  /** The version that I know; later events are sent again, unless there are too many. */
  readonly since?: number | null;
  /** What the link of a private table has after `#k=`; without it you knock. */
  readonly key?: string;
  /** The last head that I was told, and before it the version that it came with and a colon. */
  readonly head?: string;
}

export interface UnwatchMessage {
  readonly type: "unwatch";
  readonly id: number;
  readonly table: string;
}

/** Do something at a table. */
export interface ActMessage {
  readonly type: "act";
  readonly id: number;
  readonly table: string;
  readonly do: Request;
  /** The version this responds to: a second click, or a late one, is refused as `stale`. */
  readonly version?: number | null;
}

export interface SayMessage {
  readonly type: "say";
  readonly id: number;
  readonly table: string;
  readonly text: string;
}

/** Show a reaction at my face for a moment. */
export interface ReactMessage {
  readonly type: "react";
  readonly id: number;
  readonly table: string;
  readonly reaction: "angry" | "cry" | "heart" | "hmm" | "laugh" | "wow";
}

/** What are the odds? Answered by `odds` as soon as they are reckoned, if this table shows them. */
export interface AskOddsMessage {
  readonly type: "odds";
  readonly id: number;
  readonly table: string;
}

/** I watch, and predict who wins the running game; once more changes my prediction, until the pool closes. */
export interface PredictMessage {
  readonly type: "predict";
  readonly id: number;
  readonly table: string;
  readonly seat: number;
  /** My stake, 1 to 100. */
  readonly chips: number;
  /** How sure I am that this seat wins, in percent: 1 to 99. */
  readonly chance: number;
}

/** Answered by `done`: the connection is alive. */
export interface PingMessage {
  readonly type: "ping";
  readonly id: number;
}

/** Set up a tournament; people need an account for that. */
export interface CreateTournamentMessage {
  readonly type: "create_tournament";
  readonly id: number;
  readonly setting: GivenTournamentSetting;
}

/** What the host chooses; the options are the game's own. */
export interface GivenTournamentSetting {
  readonly title: string;
  readonly game: string;
  /** Only those that were chosen; the rest have their defaults. A preset is a set of these. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** At a table, as the host prefers it; no table has more. */
  readonly seats: number;
  /** At a table; none is drawn with fewer. */
  readonly least?: number;
  readonly format?: TournamentSwiss | TournamentKnockOut | TournamentArena | TournamentSeries;
  /** How many may enter. */
  readonly most?: number;
  /** Whether everyone may enter, or only those who have the link. */
  readonly open?: boolean;
  /** When it starts, in seconds since 1970; null: when it is full, or when the host starts it. */
  readonly starts?: number | null;
  /** Seconds to answer, in every game alike. */
  readonly clock?: number;
  /** Whether bots may enter. */
  readonly bots?: boolean;
  /** Seconds from the end of a round to the next pairing. */
  readonly between?: number;
  /** Whether all tables of a round have the same dice, and each seat is scored against the same seat elsewhere. */
  readonly duplicate?: boolean;
  /** How teams are scored; null: they are not. */
  readonly teams?: GivenTournamentTeamScoring | null;
  /** Whether spectators may predict who wins at its tables. */
  readonly predictions?: boolean;
  /** The theme night that it belongs to. */
  readonly night?: GivenNight | null;
}

/** Everyone plays every round, against people with about as many points; then perhaps a knock-out of the best. */
export interface TournamentSwiss {
  readonly type: "swiss";
  readonly rounds?: number;
  /** How many of the best play a knock-out after it; 0 if the standings decide. */
  readonly last?: number;
  /** In that knock-out. */
  readonly advance?: number;
}

/** The best of each table go on until one table is left; seeded by lot. */
export interface TournamentKnockOut {
  readonly type: "knock_out";
  readonly advance?: number;
}

/** Whoever is free is seated at once, for so many minutes; after two wins in a row the next games count double. */
export interface TournamentArena {
  readonly type: "arena";
  readonly minutes?: number;
}

/** The same people play so many games with each other. */
export interface TournamentSeries {
  readonly type: "series";
  readonly games?: number;
}

/** Teams have a score of their own, beside that of everyone. */
export interface GivenTournamentTeamScoring {
  /** The points of all members together, or of so many of the best. */
  readonly count?: "sum" | number;
}

/** What makes a table one of a theme night: its words, how it looks and sounds, and whose evening it is. */
export interface GivenNight {
  readonly title: string;
  readonly welcome?: string;
  readonly look?: "carnival" | "frost" | "garden" | "hall" | "harbour" | "lantern";
  readonly sounds?: "all" | "dice" | "none";
  /** Hosts the table whenever they sit there; null: whoever sits down first. */
  readonly host?: Who | null;
}

/** Show me a tournament, and tell me what happens there. */
export interface FollowMessage {
  readonly type: "follow";
  readonly id: number;
  readonly tournament: string;
}

export interface UnfollowMessage {
  readonly type: "unfollow";
  readonly id: number;
  readonly tournament: string;
}

/** Take part in a tournament, or run it. */
export interface ActInMessage {
  readonly type: "act_in";
  readonly id: number;
  readonly tournament: string;
  readonly do:
    | EnterTournamentCommand
    | LeaveTournamentCommand
    | ReturnTournamentCommand
    | ConfigureTournamentCommand
    | AddBotTournamentCommand
    | RemoveTournamentCommand
    | ReadmitTournamentCommand
    | NameSecondTournamentCommand
    | BeginTournamentCommand
    | PauseTournamentCommand
    | ResumeTournamentCommand
    | UndoPairingTournamentCommand
    | CallOffTournamentCommand;
}

/** Take part: before the start, or late where the format allows it. */
export interface EnterTournamentCommand {
  readonly type: "enter";
  readonly seed?: string;
  readonly key?: string;
  /** Left out, it is the team of your profile; null: none. */
  readonly team?: Team | null;
}

/** Take no more part. Whoever sits at a table leaves that game too. */
export interface LeaveTournamentCommand {
  readonly type: "leave";
}

/** Take part again from the next pairing on. */
export interface ReturnTournamentCommand {
  readonly type: "return";
}

/** Before the start, change what will be played. */
export interface ConfigureTournamentCommand {
  readonly type: "configure";
  readonly setting: GivenTournamentSetting;
}

export interface AddBotTournamentCommand {
  readonly type: "add_bot";
  readonly level?: string;
}

/** Remove a person or a bot; removed people cannot come back by themselves. */
export interface RemoveTournamentCommand {
  readonly type: "remove";
  readonly who: Who;
}

/** Let someone who was removed enter or come back. */
export interface ReadmitTournamentCommand {
  readonly type: "readmit";
  readonly who: Who;
}

/** Let this person do what the host may do, except name a second; null: nobody. */
export interface NameSecondTournamentCommand {
  readonly type: "name_second";
  readonly who: Who | null;
}

/** Start now, whether or not it is full. */
export interface BeginTournamentCommand {
  readonly type: "begin";
}

export interface PauseTournamentCommand {
  readonly type: "pause";
}

export interface ResumeTournamentCommand {
  readonly type: "resume";
}

/** Undo the last pairing before its tables open; the tournament is paused then, and `resume` pairs anew. */
export interface UndoPairingTournamentCommand {
  readonly type: "undo_pairing";
}

/** End it without a title; what was played stays as it is. */
export interface CallOffTournamentCommand {
  readonly type: "call_off";
}

export type ClientMessage =
  | EnterHallMessage
  | ExitHallMessage
  | OpenTableMessage
  | QuickMessage
  | WatchMessage
  | UnwatchMessage
  | ActMessage
  | SayMessage
  | ReactMessage
  | AskOddsMessage
  | PredictMessage
  | PingMessage
  | CreateTournamentMessage
  | FollowMessage
  | UnfollowMessage
  | ActInMessage;

export interface SatEvent {
  readonly type: "sat";
  readonly who: Who;
  /** What their client mixes into the dice of the next game. */
  readonly seed: string;
}

export interface BotSatEvent {
  readonly type: "bot_sat";
  readonly who: Who;
  readonly level: string;
}

/** Left a seat; a running game is told as well. */
export interface StoodEvent {
  readonly type: "stood";
  readonly who: Who;
}

export interface KickedEvent {
  readonly type: "kicked";
  readonly who: Who;
}

export interface ReadmittedEvent {
  readonly type: "readmitted";
  readonly who: Who;
}

/** The host has let this person in, who knocked at a private table. */
export interface LetInEvent {
  readonly type: "let_in";
  readonly who: Who;
}

export interface ReadiedEvent {
  readonly type: "readied";
  readonly who: Who;
  readonly seed: string;
}

export interface UnreadiedEvent {
  readonly type: "unreadied";
  readonly who: Who;
}

/** A seat is kept for this person. */
export interface InvitedEvent {
  readonly type: "invited";
  readonly who: Who;
}

/** The host no longer keeps a seat for this person. */
export interface UninvitedEvent {
  readonly type: "uninvited";
  readonly who: Who;
}

/** This person has turned the invitation down. */
export interface DeclinedEvent {
  readonly type: "declined";
  readonly who: Who;
}

/** Wears the badge of a team from now on; role play only (P-23). */
export interface TeamChosenEvent {
  readonly type: "team_chosen";
  readonly who: Who;
  readonly label: string;
  readonly colour: "blue" | "gold" | "green" | "orange" | "red" | "rose" | "teal" | "violet";
  readonly pattern: "check" | "chevron" | "dots" | "halves" | "plain" | "stripes";
}

/** Wears the badge of a team no more. */
export interface TeamDroppedEvent {
  readonly type: "team_dropped";
  readonly who: Who;
}

/** A table has been set up; one without a host belongs to the hall. */
export interface OpenedEvent {
  readonly type: "opened";
  readonly host: Who | null;
  readonly setting: Setting;
  /** What the link of a private table has beside the code: only those who come without it knock. */
  readonly key: string;
  /** The tournament that it belongs to. */
  readonly fixture: Fixture | null;
  /** The theme night that it belongs to. */
  readonly night: Night | null;
}

/** What is played at a table, and how; the options are the game's own, the rest is the table's. */
export interface Setting {
  readonly game: string;
  /** Only those that were chosen; the rest have their defaults. */
  readonly options: Partial<Games[GameName]["options"]>;
  /** How many may sit. */
  readonly seats: number;
  /** Seconds to answer; a table that is opened without one has the clock of its game's listing. */
  readonly clock: number;
  /** What the clock does at the end: play the first legal move, ask the player to leave, or nothing (P-15). */
  readonly on_timeout: "kick" | "play" | "wait";
  /** Whether the hall lists it. */
  readonly public: boolean;
  /** Whether the hall fills it with the next people to come, then with bots. */
  readonly quick: boolean;
  /** At a quick table: whether it waits for people instead of being filled with bots. */
  readonly people_only: boolean;
  /** Whether bots take the free seats when the game starts (G-22). */
  readonly fill: boolean;
  /** Whether games count for the rating (H-06); null is as usual, and `is_rated` says what that is here. */
  readonly rated: boolean | null;
  /** Whether everyone can ask for the odds while they play; such a table is unrated. */
  readonly odds: boolean;
}

/** What makes a table one of a tournament: the hall opens it for one game between people who are given. */
export interface Fixture {
  /** Its code. */
  readonly tournament: string;
  readonly title: string;
  /** Counted from 1. */
  readonly round: number;
  /** Whether others may watch. */
  readonly spectators: boolean;
  /** Whether all tables of the round have the same dice: what is played is told nowhere else until the round ends. */
  readonly duplicate: boolean;
}

/** What makes a table one of a theme night: its words, how it looks and sounds, and whose evening it is. */
export interface Night {
  readonly title: string;
  readonly welcome: string;
  readonly look: "carnival" | "frost" | "garden" | "hall" | "harbour" | "lantern";
  readonly sounds: "all" | "dice" | "none";
  /** Hosts the table whenever they sit there; null: whoever sits down first. */
  readonly host: Who | null;
}

/** The host has changed what will be played, or how. */
export interface ConfiguredEvent {
  readonly type: "configured";
  readonly setting: Setting;
}

export interface LockedEvent {
  readonly type: "locked";
}

export interface UnlockedEvent {
  readonly type: "unlocked";
}

/** The table has a new host. */
export interface HostChangedEvent {
  readonly type: "host_changed";
  readonly who: Who;
}

export interface MutedEvent {
  readonly type: "muted";
  readonly who: Who;
}

export interface UnmutedEvent {
  readonly type: "unmuted";
  readonly who: Who;
}

/** Spectators may talk to players even while there are secrets. */
export interface TalkAllowedEvent {
  readonly type: "talk_allowed";
}

export interface TalkForbiddenEvent {
  readonly type: "talk_forbidden";
}

export interface ReactionsAllowedEvent {
  readonly type: "reactions_allowed";
}

/** Nobody can send reactions here. */
export interface ReactionsForbiddenEvent {
  readonly type: "reactions_forbidden";
}

export interface KnocksAllowedEvent {
  readonly type: "knocks_allowed";
}

/** Nobody can knock at this private table. */
export interface KnocksForbiddenEvent {
  readonly type: "knocks_forbidden";
}

/** Spectators can predict who wins. */
export interface PredictionsAllowedEvent {
  readonly type: "predictions_allowed";
}

/** Nobody can predict who wins here; stakes of the running game go back. */
export interface PredictionsForbiddenEvent {
  readonly type: "predictions_forbidden";
}

/** The host makes the game go on for a player it is waiting for. */
export interface HelpedEvent {
  readonly type: "helped";
  readonly seat: Seat;
}

export interface ClosedEvent {
  readonly type: "closed";
}

/** The players sit in this order, and nobody can join any more. */
export interface GameStartedEvent {
  readonly type: "game_started";
  readonly number: number;
  readonly game: string;
  readonly edition: number;
  readonly options: Games[GameName]["options"];
  readonly seats: readonly Who[];
  /** The level of the bot in each seat; null where a person sits. */
  readonly levels: readonly (string | null)[];
  /** The hash of the secret that the dice come from; empty where the dice are given. */
  readonly commit: string;
  /** By seat, what was mixed in. */
  readonly client_seeds: readonly string[];
  /** Whether a question that follows a climax has more time; false in logs from before that was so. */
  readonly allowances: boolean;
  /** Whether it counts for the rating (H-06); true in logs from before any game was unrated. */
  readonly rated: boolean;
  /** The seats of accounts in a rated game: only between them the rating moves (H-10). null in logs from before. */
  readonly accounts: readonly Seat[] | null;
  /** In a tournament, the seats that bots play because nobody came. */
  readonly no_shows: readonly Seat[];
  /** With duplicate dice, `client_seeds` are those of all entrants, and draws are told apart by what they are for. */
  readonly scheme: "counted" | "duplicate";
}

export interface GameEndedEvent {
  readonly type: "game_ended";
  readonly number: number;
  readonly scores: readonly number[];
  readonly places: readonly number[];
  /** The secret that the dice came from; anyone who has the record can throw them again. With duplicate dice it stays a secret until the round ends. */
  readonly seed: string;
  /** Of the record, over all of its lines. */
  readonly digest: string;
}

/** The game ended without a result, because of the host or of a restart. */
export interface GameResetEvent {
  readonly type: "game_reset";
  /** The secret of its dice: nobody can use it any more. */
  readonly seed: string;
  readonly digest: string;
}

/** The host ends a rated game alone and has lost it (H-08); the end follows. */
export interface GameForfeitedEvent {
  readonly type: "game_forfeited";
  readonly who: Who;
}

/** A player of a rated game, or its host, wants it to end without a result (H-08). */
export interface ResetAgreedEvent {
  readonly type: "reset_agreed";
  readonly who: Who;
}

/** The evening's score is reset. */
export interface ScoreResetEvent {
  readonly type: "score_reset";
}

/** A player's time is up. */
export interface TimedOutEvent {
  readonly type: "timed_out";
  readonly seat: Seat;
}

/** A bot holds the seat until its player is back. */
export interface HandedOverEvent {
  readonly type: "handed_over";
  readonly seat: Seat;
}

export interface TookBackEvent {
  readonly type: "took_back";
  readonly seat: Seat;
}

/** The host removes this player from a rated game, and a bot plays the seat to the end (H-07). */
export interface SeatReplacedEvent {
  readonly type: "seat_replaced";
  readonly seat: Seat;
  readonly by: Who;
}

/** The dice of the next game are bound to a secret: this is its hash; the secret follows when the game ends. */
export interface CommittedEvent {
  readonly type: "committed";
  readonly commit: string;
  /** With duplicate dice, what the clients of all entrants have mixed in; what is sent from now on is not. */
  readonly entrants: readonly string[] | null;
}

/** The hall has lost the end of this table's log: a running game is void, and the next dice are new. */
export interface WentBackEvent {
  readonly type: "went_back";
  /** At least so many entries; 0 if that is unknown. */
  readonly lost: number;
}

/** At a table of a tournament: this player has not come; a bot plays the seat to the end. */
export interface NoShowEvent {
  readonly type: "no_show";
  readonly who: Who;
}

/** Nobody else came: this player wins without a game. */
export interface WalkoverEvent {
  readonly type: "walkover";
  readonly who: Who;
}

/** Everyone who should have played here stayed away. */
export interface NobodyCameEvent {
  readonly type: "nobody_came";
}

/** The last table of a round with duplicate dice has ended: from now on everyone may know what was played here. */
export interface DisclosedEvent {
  readonly type: "disclosed";
  /** The secret that the dice of all tables came from. */
  readonly seed: string;
  /** As it was told when the game ended. */
  readonly digest: string;
}

export type TableEvent =
  | SatEvent
  | BotSatEvent
  | StoodEvent
  | KickedEvent
  | ReadmittedEvent
  | LetInEvent
  | ReadiedEvent
  | UnreadiedEvent
  | InvitedEvent
  | UninvitedEvent
  | DeclinedEvent
  | TeamChosenEvent
  | TeamDroppedEvent
  | OpenedEvent
  | ConfiguredEvent
  | LockedEvent
  | UnlockedEvent
  | HostChangedEvent
  | MutedEvent
  | UnmutedEvent
  | TalkAllowedEvent
  | TalkForbiddenEvent
  | ReactionsAllowedEvent
  | ReactionsForbiddenEvent
  | KnocksAllowedEvent
  | KnocksForbiddenEvent
  | PredictionsAllowedEvent
  | PredictionsForbiddenEvent
  | HelpedEvent
  | ClosedEvent
  | GameStartedEvent
  | GameEndedEvent
  | GameResetEvent
  | GameForfeitedEvent
  | ResetAgreedEvent
  | ScoreResetEvent
  | TimedOutEvent
  | HandedOverEvent
  | TookBackEvent
  | SeatReplacedEvent
  | CommittedEvent
  | WentBackEvent
  | NoShowEvent
  | WalkoverEvent
  | NobodyCameEvent
  | DisclosedEvent;

/** The first message. */
export interface WelcomeMessage {
  readonly type: "welcome";
  readonly protocol: number;
  /** null without a name: you may watch, but not sit or talk. */
  readonly you: Person | null;
  /** Hall time, the unit of deadlines. */
  readonly now: number;
  /** The address of this hall. */
  readonly url: string;
  /** Whether spectators can predict who wins, where the host allows it. */
  readonly predictions: boolean;
}

/** Anyone with a name. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly kind: "account" | "administrator" | "guest";
}

/** The request is done, and on disk. */
export interface DoneMessage {
  readonly type: "done";
  readonly id: number;
  /** The table that was opened or found, or the tournament. */
  readonly table?: string | null;
}

/** Nothing has changed; only with the reason `uncertain` the hall does not know whether something has. */
export interface RefusalMessage {
  readonly type: "refused";
  /** null if the message could not be read. */
  readonly id: number | null;
  readonly reason: string;
  readonly message: string;
}

/** A whole table, as it is now. */
export interface TableMessage {
  readonly type: "table";
  readonly table: string;
  readonly version: number;
  readonly now: number;
  readonly shown: PublicTable;
  /** The names of everyone mentioned. */
  readonly people: Readonly<Record<Who, string>>;
  /** How many games of this kind the people at the table have won in this hall. */
  readonly won: Readonly<Record<Who, number>>;
  readonly mine: readonly MineShown[];
  readonly absent: readonly Who[];
  readonly watching: number;
  /** What has happened since the version that the client knew. */
  readonly events: readonly (TableEvent | Games[GameName]["event"])[];
  /** Whether some are missing. */
  readonly missed: boolean;
  /** The last lines that this person may read, by channel. */
  readonly chat: Partial<Readonly<Record<"all" | "spectators", readonly ChatLine[]>>>;
  /** What proves to the hall later that its table was at this version; empty at tables older than heads. */
  readonly head: string;
}

/** The public side of a table; the same for everyone, so it is encoded once. */
export interface PublicTable {
  readonly setting: Setting;
  readonly host: Who | null;
  readonly seated: readonly Seated[];
  readonly locked: boolean;
  readonly kicked: readonly Who[];
  readonly muted: readonly Who[];
  readonly spectators_talk: boolean;
  readonly reactions: boolean;
  /** Whether people who have only the code of a private table may knock. */
  readonly knocks: boolean;
  readonly wins: readonly (readonly [Who, number])[];
  /** The people for whom a seat is kept. */
  readonly invited: readonly Who[];
  /** What the dice are bound to: those of the running game, or else of the next one. */
  readonly commit: string;
  readonly fills_at: number | null;
  readonly games: number;
  /** What the link of a private table has beside the code, for those who are inside to hand on. */
  readonly key: string;
  /** The players by seat; empty before the first game. */
  readonly players: readonly Who[];
  readonly handed: readonly Seat[];
  readonly left: readonly Seat[];
  /** The running game or the last one; null before the first. The setting may already name another one. */
  readonly game: GameName | null;
  /** Of its rules. */
  readonly edition: number | null;
  /** All options of that game. */
  readonly options: Games[GameName]["options"] | Readonly<Record<string, never>>;
  /** Whether that game counts for the rating; False before the first game. */
  readonly rated: boolean;
  /** As that game shows it to everyone; null before the first game. */
  readonly board: Games[GameName]["board"] | null;
  readonly waiting: WaitingForMoves | WaitingForThrow | Over | null;
  /** Who wants the running game, which is rated, to end without a result. */
  readonly agreed: readonly Who[];
  /** The tournament that the table belongs to. */
  readonly fixture: Fixture | null;
  /** Until when it waits for its players. */
  readonly starts_by: number | null;
  /** Who has not come to it. */
  readonly no_shows: readonly Who[];
  /** Whether the result of its one game stands: nothing more is played there. */
  readonly settled: boolean;
  /** The theme night that the table belongs to. */
  readonly night: Night | null;
  /** With duplicate dice: whether the round has ended, so that its dice are no secret any more. */
  readonly disclosed: boolean;
  /** Whether spectators may predict who wins, as far as the host says. */
  readonly predictions: boolean;
  /** The badges that people and bots wear. */
  readonly teams: readonly (readonly [Who, Team])[];
}

export interface Seated {
  readonly who: Who;
  /** The level of the bot that sits here; null for a person. */
  readonly level: string | null;
  readonly ready: boolean;
}

/** The game waits for players, for each until a certain hall time. */
export interface WaitingForMoves {
  readonly type: "ask";
  readonly due: readonly Due[];
}

/** A seat that the game waits for, until when and since when; `until` is null if no clock runs, as for bots. */
export type Due = readonly [seat: Seat, until: number | null, since: number];

/** The game waits for a throw: a player holds the dice. */
export interface WaitingForThrow {
  readonly type: "chance";
  readonly source: Dice | OneOf | Shuffle;
  readonly thrower: Seat | null;
  readonly due: readonly Due[];
}

/** Dice thrown together. */
export interface Dice {
  readonly type: "dice";
  /** The number of sides of each die. */
  readonly sides: readonly number[];
}

/** One of these seats, all equally likely. */
export interface OneOf {
  readonly type: "one_of";
  readonly seats: readonly Seat[];
}

/** These seats in any order, all orders equally likely. */
export interface Shuffle {
  readonly type: "shuffle";
  readonly seats: readonly Seat[];
}

/** The end of the game. */
export interface Over {
  readonly type: "over";
  /** The score of each seat, as the game counts. */
  readonly scores: readonly number[];
  /** The place of each seat: 1 is the best, and equal places are shared. */
  readonly places: readonly number[];
}

/** What only one seat knows, and may do now. */
export interface MineShown {
  readonly seat: Seat;
  /** Left out of an update if it has not changed for this person. */
  readonly secret?: Games[GameName]["secret"];
  /** The legal moves, folded: see `fold`. They are valid for this version only. */
  readonly moves: readonly FoldedMove<Games[GameName]["move"]>[];
}

/** A line of chat at a table. */
export interface ChatLine {
  /** Counted for each channel, so that lines a viewer does not hear leave no gap. */
  readonly number: number;
  readonly who: string;
  readonly name: string;
  readonly text: string;
}

/** What a command has changed; the same for everyone, except `mine`. */
export interface UpdateMessage {
  readonly type: "update";
  readonly table: string;
  readonly version: number;
  readonly events: readonly (TableEvent | Games[GameName]["event"])[];
  /** To be laid over `shown`, field by field; an object with a `type` replaces, and a list may get `more`. */
  readonly changes: Changes<PublicTable>;
  readonly people?: Readonly<Record<Who, string>>;
  /** Only what is new. */
  readonly won?: Readonly<Record<Who, number>>;
  /** For each seat of this person, if there is anything new for them; empty once they have none. */
  readonly mine?: readonly MineShown[];
  /** As in `table`, for this version. */
  readonly head?: string;
}

/** A person mentioned at the table has a new name. */
export interface PeopleMessage {
  readonly type: "people";
  readonly table: string;
  readonly people: Readonly<Record<Who, string>>;
}

/** A person came or left. */
export interface PresentMessage {
  readonly type: "present";
  readonly table: string;
  /** Those who sit there and are disconnected. */
  readonly absent: readonly Who[];
  readonly watching: number;
}

/** Only for the host and administrators: who watches. */
export interface SpectatorsMessage {
  readonly type: "spectators";
  readonly table: string;
  /** Their names; visitors without a name are not among them. */
  readonly people: Readonly<Record<Who, string>>;
}

/** Only for the host and administrators: who knocks at the private table, and waits to be let in. */
export interface KnocksMessage {
  readonly type: "knocks";
  readonly table: string;
  readonly people: Readonly<Record<Who, string>>;
}

/** The host has let you in: watch the table now. */
export interface AdmittedMessage {
  readonly type: "admitted";
  readonly table: string;
}

/** Only for the host and administrators: the names behind invitations that wait for an account of that name. */
export interface ExpectedMessage {
  readonly type: "expected";
  readonly table: string;
  /** By the id of the invitation, which is among the `invited`. */
  readonly people: Readonly<Record<Who, string>>;
}

/** You watch a quick table for people only that still waits, and this is how long others have waited lately. */
export interface UsualWaitMessage {
  readonly type: "usual_wait";
  readonly table: string;
  /** null: nobody has. */
  readonly seconds: number | null;
  /** How many others have, up to 20, in the last hour. */
  readonly people: number;
}

/** A clock is about to run out. */
export interface ClockWarningMessage {
  readonly type: "clock_warning";
  readonly table: string;
  readonly seat: Seat;
  readonly seconds: number;
}

/** The hall could do nothing for a while. Clocks stood still: nobody lost any time. */
export interface AwayMessage {
  readonly type: "away";
  /** Hall time, which clients have to set their clocks by again. */
  readonly now: number;
  readonly seconds: number;
}

/** The disk failed while the hall wrote: it does not know whether the last command at this table counts. */
export interface UncertainMessage {
  readonly type: "uncertain";
  readonly table: string;
  /** False at first: the command has no answer yet. True as soon as the hall knows: the answer has come, and the table is what it says. If the connection ends before, it is what it says when you come back. */
  readonly known: boolean;
}

export interface ChatMessage {
  readonly type: "chat";
  readonly table: string;
  readonly channel: "all" | "spectators";
  readonly line: ChatLine;
}

/** Someone shows a reaction; it is gone a moment later, and kept nowhere. */
export interface ReactionMessage {
  readonly type: "reaction";
  readonly table: string;
  readonly channel: "all" | "spectators";
  readonly who: Who;
  readonly name: string;
  readonly reaction: "angry" | "cry" | "heart" | "hmm" | "laugh" | "wow";
}

/** The odds as your own seat can know them, or everyone if you have none. */
export interface OddsMessage {
  readonly type: "odds";
  readonly table: string;
  /** Of the table that they are for; it may have moved on. */
  readonly version: number;
  readonly odds: Odds;
  /** Blanks: the size of the message must not tell what is in it. */
  readonly padding: string;
}

/** What one viewer can know of the chances: from their own secrets and public facts, and nothing else. */
export interface Odds {
  /** The viewer's seat; null for a spectator. */
  readonly seat: Seat | null;
  /** How likely each seat wins; a shared win counts in parts. */
  readonly wins: readonly Estimate[];
  /** The player whose moves are weighed below, if the viewer may know them. */
  readonly mover: Seat | null;
  /** Moves that come to the same are listed once. */
  readonly options: readonly OptionOdds[];
  readonly model: "any" | "best" | "easy" | "hard" | "normal" | "simple";
  /** How many times the game was played on from here; 0 if all is exact. */
  readonly playouts: number;
  /** Whether the match has no set length: then it is taken to be stopped after a while. */
  readonly open_end: boolean;
  /** What the next throw may bring, by the names of events, in a game that has a risk assessment. */
  readonly risks: Readonly<Record<string, Estimate>>;
}

/** How likely something is. */
export interface Estimate {
  readonly value: number;
  /** The truth lies between these: for certain if the value is exact, else with 95 % confidence. */
  readonly low: number;
  readonly high: number;
  /** Whether it was reckoned, not estimated by playing on from here many times. */
  readonly exact: boolean;
  /** The exact value as a fraction, where it is one. */
  readonly fraction: string;
}

/** What a move is worth: how likely the player who makes it wins. */
export interface OptionOdds {
  readonly move: unknown;
  readonly wins: Estimate;
}

/** What spectators predict of the running game, or of the last one. From `mine` on it is your own. */
export interface PoolMessage {
  readonly type: "pool";
  readonly table: string;
  /** Its number at this table. */
  readonly game: number;
  readonly status: "closed" | "off" | "open" | "settled" | "void";
  /** Why the pool is closed (the game's own point, or someone is too likely to win), or why it is void. */
  readonly why: "clear" | "closed" | "declared" | "left" | "off" | "reset" | "void" | null;
  /** How many predictions count. */
  readonly count: number;
  /** Their stakes together. */
  readonly pot: number;
  /** By seat; null while the pool is open: until then nobody knows what others chose. */
  readonly seats: readonly SeatStakes[] | null;
  readonly winners: readonly Seat[] | null;
  readonly mine: MyPrediction | null;
  /** The chips that you can stake now, with those of the day if you have not had them; null without a name. */
  readonly purse: number | null;
  /** Whether you may predict this game at all. */
  readonly may: boolean;
  readonly why_not: "nameless" | "player" | null;
}

/** What was predicted of one seat. */
export interface SeatStakes {
  readonly chips: number;
  readonly count: number;
}

export interface MyPrediction {
  readonly seat: Seat;
  readonly chips: number;
  readonly chance: number;
  /** What came back at the end of the game, in chips; null until then. */
  readonly paid: number | null;
}

/** The table is no longer shown to you. */
export interface GoneMessage {
  readonly type: "gone";
  readonly table: string;
  /** With `no_knocking` you knocked, and the host has turned knocking off. */
  readonly reason: "closed" | "kicked" | "no_knocking";
}

/** A seat is kept for you. */
export interface InvitationMessage {
  readonly type: "invitation";
  readonly table: string;
  readonly game: string;
  /** The name of the host. */
  readonly by: string | null;
}

/** The invitation is over: you have sat down, the game has begun, or the host has withdrawn it. */
export interface InvitationOverMessage {
  readonly type: "invitation_over";
  readonly table: string;
}

/** Public tables: one page of them, your own first and then the newest. */
export interface HallMessage {
  readonly type: "hall";
  readonly now: number;
  readonly tables: readonly Row[];
  /** What the page was asked for with; null for the first page, which replaces what you know. */
  readonly after: number | null;
  /** Ask for the next page with this; null if this is the last one. */
  readonly next: number | null;
}

/** A table in the list of tables. */
export interface Row {
  readonly table: string;
  readonly game: string;
  /** The name of the host; null at a quick table. */
  readonly host: string | null;
  /** How many sit there, whether they are connected or not. */
  readonly people: number;
  /** How many of them are connected. */
  readonly present: number;
  readonly bots: number;
  readonly seats: number;
  readonly state: "finished" | "playing" | "waiting";
  readonly locked: boolean;
  readonly fills_at: number | null;
  readonly clock: number;
  /** Whether the running game counts for the rating; between games, whether the next one will if two accounts play. */
  readonly rated: boolean;
  /** Whether everyone can ask for the odds. */
  readonly odds: boolean;
  /** The title of the theme night that it belongs to. */
  readonly night: string;
}

/** A table is new, or its row has changed. */
export interface ListedMessage {
  readonly type: "listed";
  readonly row: Row;
}

export interface UnlistedMessage {
  readonly type: "unlisted";
  readonly table: string;
}

/** A whole tournament, as it is now. */
export interface TournamentMessage {
  readonly type: "tournament";
  readonly tournament: string;
  /** Hall time, the unit of its deadlines. */
  readonly now: number;
  readonly shown: TournamentPublicView;
  /** The names of everyone who takes part or runs it. */
  readonly people: Readonly<Record<Who, string>>;
  /** Only for those who run it: what the link has after `#k=`, where only those may enter who have the link. */
  readonly key: string;
}

export interface TournamentPublicView {
  readonly version: number;
  readonly setting: TournamentSetting;
  readonly host: Who | null;
  readonly second: Who | null;
  readonly phase: "between" | "cancelled" | "done" | "gathering" | "open" | "running";
  readonly paused: boolean;
  /** Whether anyone can still enter: there is room, and it is not too late. In an arena only until its `end`. */
  readonly can_enter: boolean;
  readonly entrants: readonly TournamentEntrantView[];
  /** Removed before the start; later an entrant has the status `removed`. */
  readonly barred: readonly Who[];
  readonly standings: readonly TournamentStandingView[];
  /** In their order; the first is what the standings are about. */
  readonly tie_breaks: readonly string[];
  readonly rounds: readonly TournamentRoundView[];
  /** The rounds of a knock-out that are not drawn yet, as it stands now. */
  readonly to_come: readonly TournamentRoundToCome[];
  /** null while it is paused, or waits for people. */
  readonly next: TournamentNext | null;
  readonly podium: readonly Who[];
  /** It was called off, for this reason. */
  readonly why: "host" | "missed" | "too_few" | null;
  readonly created: number;
  readonly started: number | null;
  readonly ended: number | null;
  /** What the lots are bound to. */
  readonly commit: string;
  /** The latest. */
  readonly lot: string;
  /** The secret that the lots came from, once it is over. */
  readonly seed: string;
  /** The best first; empty where teams are not scored. */
  readonly teams: readonly TournamentTeamView[];
}

/** What the host chooses; the options are the game's own. */
export interface TournamentSetting {
  readonly title: string;
  readonly game: string;
  /** Only those that were chosen; the rest have their defaults. A preset is a set of these. */
  readonly options: Readonly<Record<string, unknown>>;
  /** At a table, as the host prefers it; no table has more. */
  readonly seats: number;
  /** At a table; none is drawn with fewer. */
  readonly least: number;
  readonly format: TournamentSwiss | TournamentKnockOut | TournamentArena | TournamentSeries;
  /** How many may enter. */
  readonly most: number;
  /** Whether everyone may enter, or only those who have the link. */
  readonly open: boolean;
  /** When it starts, in seconds since 1970; null: when it is full, or when the host starts it. */
  readonly starts: number | null;
  /** Seconds to answer, in every game alike. */
  readonly clock: number;
  /** Whether bots may enter. */
  readonly bots: boolean;
  /** Seconds from the end of a round to the next pairing. */
  readonly between: number;
  /** Whether all tables of a round have the same dice, and each seat is scored against the same seat elsewhere. */
  readonly duplicate: boolean;
  /** How teams are scored; null: they are not. */
  readonly teams: TournamentTeamScoring | null;
  /** Whether spectators may predict who wins at its tables. */
  readonly predictions: boolean;
  /** The theme night that it belongs to. */
  readonly night: Night | null;
}

/** Teams have a score of their own, beside that of everyone. */
export interface TournamentTeamScoring {
  /** The points of all members together, or of so many of the best. */
  readonly count: "sum" | number;
}

export interface TournamentEntrantView {
  readonly who: Who;
  /** Of a bot; null for a person. */
  readonly level: string | null;
  readonly team: Team | null;
  readonly status: "away" | "in" | "removed";
}

export interface TournamentStandingView {
  readonly who: Who;
  readonly rank: number;
  readonly points: number;
  /** The points of those whom they met, by table. */
  readonly opponents: number;
  readonly wins: number;
  readonly scores: readonly TournamentScoreView[];
  /** What they have of each of the `tie_breaks`, in their order; of `before` and `lot`, the place in it. */
  readonly ties: readonly number[];
}

/** What one entrant has made of one round. */
export interface TournamentScoreView {
  readonly round: number;
  readonly points: number;
  /** null for a bye and for those who did not come. */
  readonly place: number | null;
  readonly of: number;
  /** null for a bye. */
  readonly table: string | null;
  readonly double: boolean;
}

export interface TournamentRoundView {
  readonly number: number;
  readonly stage: "arena" | "knock_out" | "series" | "swiss";
  readonly tables: readonly TournamentTableView[];
  readonly byes: readonly Who[];
  /** The hall time at which its tables open. */
  readonly opens: number;
  readonly ended: boolean;
  readonly through: readonly Who[] | null;
  /** With duplicate dice: what the dice of all its tables are bound to. */
  readonly commit: string;
  /** With duplicate dice: the secret that they came from, once the round has ended. */
  readonly seed: string;
}

export interface TournamentTableView {
  readonly code: string;
  readonly number: number;
  readonly seats: readonly Who[];
  readonly status: "ended" | "playing" | "soon" | "waiting";
  readonly arrived: readonly Who[];
  readonly no_shows: readonly Who[];
  /** By seat; null until everyone may know the result. */
  readonly points: readonly number[] | null;
  readonly void: boolean;
  /** The hall time until which it waits for those who have not come; null if it waits for nobody. */
  readonly starts_by: number | null;
  /** How far its game is; null unless it plays, and everyone may know it. */
  readonly progress: Progress | null;
}

export interface Progress {
  readonly unit: "lives" | "points" | "round";
  readonly now: number;
  /** At which the game is over, or nearly; null where nothing is set. */
  readonly of: number | null;
}

export interface TournamentRoundToCome {
  readonly tables: readonly TournamentTableToCome[];
  /** Who would sit out; empty where nobody can know yet. */
  readonly byes: readonly Who[];
  /** How many are still in, whoever sits out included. */
  readonly people: number;
}

export interface TournamentTableToCome {
  readonly size: number;
  /** The best seed first; empty where nobody can know yet. */
  readonly seats: readonly Who[];
  /** Of these, counted from 1. */
  readonly seeds: readonly number[];
}

/** What happens by itself, and the hall time of it; `start` is by the calendar. `round` is an estimate: about when the next one is paired, from how long such games take and have run. It can be past, for tables play as long as they like. */
export interface TournamentNext {
  readonly what: "end" | "opening" | "pairing" | "round" | "start";
  readonly at: number;
}

export interface TournamentTeamView {
  readonly team: Team;
  readonly rank: number;
  readonly points: number;
  /** The best first. */
  readonly members: readonly TournamentMemberView[];
}

export interface TournamentMemberView {
  readonly who: Who;
  /** Of all rounds, those of a knock-out among them. */
  readonly points: number;
  /** Whether they are part of the team's score. */
  readonly counts: boolean;
}

/** What has changed in a tournament that you know. */
export interface TournamentUpdateMessage {
  readonly type: "tournament_update";
  readonly tournament: string;
  readonly version: number;
  /** The version that the changes are to be laid over. */
  readonly since: number;
  readonly now: number;
  /** To be laid over `shown` as in `update`; a list may also say which of its rows stay, and how they have changed. */
  readonly changes: Changes<TournamentPublicView>;
  /** Only what is new. */
  readonly people?: Readonly<Record<Who, string>>;
}

/** The hall restarts. You keep your seat and clocks stand still: connect again. */
export interface RestartingMessage {
  readonly type: "restarting";
}

export type ServerMessage =
  | WelcomeMessage
  | DoneMessage
  | RefusalMessage
  | TableMessage
  | UpdateMessage
  | PeopleMessage
  | PresentMessage
  | SpectatorsMessage
  | KnocksMessage
  | AdmittedMessage
  | ExpectedMessage
  | UsualWaitMessage
  | ClockWarningMessage
  | AwayMessage
  | UncertainMessage
  | ChatMessage
  | ReactionMessage
  | OddsMessage
  | PoolMessage
  | GoneMessage
  | InvitationMessage
  | InvitationOverMessage
  | HallMessage
  | ListedMessage
  | UnlistedMessage
  | TournamentMessage
  | TournamentUpdateMessage
  | RestartingMessage;

export interface PerilOptions {
  readonly starting_lives: number;
  readonly die_scaling: "alive" | "start";
  readonly peril_after_elimination: "first_seat" | "next_seat" | "random";
}

export interface PerilState {
  readonly lives: readonly number[];
  /** Who is out, in the order of going. */
  readonly fallen: readonly Seat[];
  readonly phase: PerilOpeningPhase | PerilPickingPhase | PerilRollingPhase | PerilSuccessionPhase | PerilWonPhase;
}

/** The first Peril Player is about to be drawn. */
export interface PerilOpeningPhase {
  readonly type: "opening";
}

export interface PerilPickingPhase {
  readonly type: "picking";
  readonly peril: Seat;
  readonly board: readonly (Seat | null)[];
  /** Who has still to pick, once for each number owed; the first of them is picking. */
  readonly queue: readonly Seat[];
}

export interface PerilRollingPhase {
  readonly type: "rolling";
  readonly peril: Seat;
  readonly board: readonly (Seat | null)[];
}

/** The Peril Player is gone, and the next one is about to be drawn. */
export interface PerilSuccessionPhase {
  readonly type: "succession";
}

export interface PerilWonPhase {
  readonly type: "won";
  readonly seat: Seat;
}

export type PerilBoard = PerilState;

export interface PerilPickMove {
  readonly type: "pick";
  readonly number: number;
}

export type PerilMove = PerilPickMove;

export interface PerilBeganEvent {
  readonly type: "began";
}

export interface PerilInPerilEvent {
  readonly type: "in_peril";
  readonly seat: Seat;
  readonly lives: number;
  readonly die: number;
  readonly picks: number;
}

export interface PerilPickedEvent {
  readonly type: "picked";
  readonly seat: Seat;
  readonly number: number;
}

export interface PerilThrewEvent {
  readonly type: "threw";
  readonly seat: Seat;
  readonly number: number;
}

export interface PerilPlotTwistEvent {
  readonly type: "plot_twist";
  readonly seat: Seat;
  readonly saved: Seat;
}

export interface PerilDirectHitEvent {
  readonly type: "direct_hit";
  readonly seat: Seat;
  readonly lives: number;
}

export interface PerilNoShieldEvent {
  readonly type: "no_shield";
  readonly seat: Seat;
  readonly lives: number;
}

export interface PerilEliminatedEvent {
  readonly type: "eliminated";
  readonly seat: Seat;
  readonly remaining: number;
}

/** A player has left for good; in every game, this is the first event of a withdrawal. */
export interface LeftEvent {
  readonly type: "left";
  readonly seat: Seat;
}

export interface PerilVictoryEvent {
  readonly type: "victory";
  readonly seat: Seat;
}

export type PerilEvent =
  | PerilBeganEvent
  | PerilInPerilEvent
  | PerilPickedEvent
  | PerilThrewEvent
  | PerilPlotTwistEvent
  | PerilDirectHitEvent
  | PerilNoShieldEvent
  | PerilEliminatedEvent
  | LeftEvent
  | PerilVictoryEvent;

export interface MindrollOptions {
  readonly reveal_by: "anyone_but_caller" | "turn_player";
  readonly turn_order: "random" | "seat";
  readonly next_starter: "alternate" | "auto" | "loser" | "random" | "winner";
  readonly match: "open" | "rounds" | "target";
  readonly rounds: number;
  readonly target: number;
}

/** The board as it is shown, with what follows from it by the rules. */
export interface MindrollPublicBoard {
  readonly scores: readonly number[];
  /** Who has left, in the order of going. */
  readonly left: readonly Seat[];
  /** Rounds that were played to a reveal; void ones do not count (M-17). */
  readonly played: number;
  /** The last round that counted. */
  readonly last: MindrollDuel | null;
  readonly phase:
    | MindrollDealingPhase
    | MindrollStartingPhase
    | MindrollOpeningPhase
    | MindrollPassingPhase
    | MindrollAnsweringPhase
    | MindrollFinishedPhase;
  /** What the last round that counted has done to each score. */
  readonly change: readonly number[];
  /** The least and the most that can be called among those present. */
  readonly least: number;
  readonly most: number;
}

/** How a round went, as far as the next one asks. */
export interface MindrollDuel {
  readonly starter: Seat;
  readonly winner: Seat;
  readonly loser: Seat;
}

/** Between two rounds: the dice are about to be dealt. */
export interface MindrollDealingPhase {
  readonly type: "dealing";
}

/** The dice are dealt, and the starter is about to be drawn. */
export interface MindrollStartingPhase {
  readonly type: "starting";
}

/** The starter owes the first call. */
export interface MindrollOpeningPhase {
  readonly type: "opening";
  readonly starter: Seat;
}

/** The call stands, and who must answer it is about to be drawn. */
export interface MindrollPassingPhase {
  readonly type: "passing";
  readonly starter: Seat;
  readonly call: number;
  readonly caller: Seat;
  /** All of this round, the first one first. */
  readonly calls: readonly MindrollHeard[];
}

/** A call of this round: everyone has heard who made it. */
export interface MindrollHeard {
  readonly seat: Seat;
  readonly total: number;
}

/** The player in turn reveals or calls more. */
export interface MindrollAnsweringPhase {
  readonly type: "answering";
  readonly starter: Seat;
  readonly call: number;
  readonly caller: Seat;
  readonly turn: Seat;
  readonly calls: readonly MindrollHeard[];
}

export interface MindrollFinishedPhase {
  readonly type: "finished";
}

export type MindrollBoard = MindrollPublicBoard;

export interface MindrollCallMove {
  readonly type: "call";
  readonly total: number;
}

export interface MindrollRevealMove {
  readonly type: "reveal";
}

export type MindrollMove = MindrollCallMove | MindrollRevealMove;

export interface MindrollDealtEvent {
  readonly type: "dealt";
  readonly round: number;
  readonly least: number;
  readonly most: number;
}

export interface MindrollStartsEvent {
  readonly type: "starts";
  readonly seat: Seat;
}

export interface MindrollCalledEvent {
  readonly type: "called";
  readonly seat: Seat;
  readonly total: number;
}

export interface MindrollChosenEvent {
  readonly type: "chosen";
  readonly seat: Seat;
}

export interface MindrollRevealedEvent {
  readonly type: "revealed";
  readonly seat: Seat;
  readonly caller: Seat;
  readonly call: number;
}

export interface MindrollShownEvent {
  readonly type: "shown";
  readonly seat: Seat;
  readonly number: number;
  readonly colour: "black" | "blue" | "green" | "red" | "yellow";
}

export interface MindrollVerdictEvent {
  readonly type: "verdict";
  readonly winner: Seat;
  readonly loser: Seat;
  readonly reason: "colour" | "number" | "sum";
  readonly call: number;
  readonly total: number;
  /** Whether the call is above the total, which decides where the reason is the sum. */
  readonly too_high: boolean;
}

export interface MindrollGainedEvent {
  readonly type: "gained";
  readonly seat: Seat;
  readonly score: number;
}

export interface MindrollLostEvent {
  readonly type: "lost";
  readonly seat: Seat;
  readonly score: number;
}

export interface MindrollStoppedEvent {
  readonly type: "stopped";
}

export interface MindrollVoidedEvent {
  readonly type: "voided";
  readonly round: number;
}

export interface MindrollWonEvent {
  readonly type: "won";
  readonly seat: Seat;
  readonly score: number;
}

export interface MindrollSharedEvent {
  readonly type: "shared";
  readonly seats: readonly Seat[];
  readonly score: number;
}

export type MindrollEvent =
  | MindrollDealtEvent
  | MindrollStartsEvent
  | MindrollCalledEvent
  | MindrollChosenEvent
  | MindrollRevealedEvent
  | MindrollShownEvent
  | MindrollVerdictEvent
  | MindrollGainedEvent
  | MindrollLostEvent
  | LeftEvent
  | MindrollStoppedEvent
  | MindrollVoidedEvent
  | MindrollWonEvent
  | MindrollSharedEvent;

/** A number from 1 to 6 and one of five colours, each as likely as the others (M-22). */
export interface MindrollDie {
  readonly number: number;
  readonly colour: "black" | "blue" | "green" | "red" | "yellow";
}

export interface ThreeDiceOptions {
  readonly special_locks: boolean;
  readonly shit_stairs_sip: "every_roll" | "final_only";
  readonly tie: "all_drink" | "first_roller" | "last_roller" | "roll_off";
  readonly all_safe: "carry_over" | "reset";
  readonly first_roll_456: "false_start" | "plain";
  readonly award_split: boolean;
  readonly gentlemen: "enforce" | "off" | "warn";
  readonly lowest_roll: "everyone_drinks" | "off";
  readonly turn_order: "seat" | "shuffle";
  readonly match: "open" | "rounds";
  readonly rounds: number;
}

/** The state as it is shown, with how those stand who have ended their turns in the round. */
export interface ThreeDicePublicBoard {
  readonly sips: readonly number[];
  /** How many rounds each has lost. */
  readonly lost: readonly number[];
  /** Who has left, in the order of going. */
  readonly left: readonly Seat[];
  /** How many rounds are over. */
  readonly played: number;
  /** What the next pot begins with beyond the one sip that is always in it. */
  readonly carry: number;
  readonly phase:
    | ThreeDiceStartingPhase
    | ThreeDiceOrderingPhase
    | ThreeDiceThrowingPhase
    | ThreeDiceChoosingPhase
    | ThreeDiceRerollingPhase
    | ThreeDiceAwardingPhase
    | ThreeDiceStarterRollOffPhase
    | ThreeDiceLoserRollOffPhase
    | ThreeDiceFinishedPhase;
  readonly safe: readonly Seat[];
  /** Of those who can lose; several where they tie. */
  readonly lowest: readonly Seat[];
}

/** The first starter is about to be drawn (T-23). */
export interface ThreeDiceStartingPhase {
  readonly type: "starting";
}

/** Those behind the starter are about to be shuffled (T-22). */
export interface ThreeDiceOrderingPhase {
  readonly type: "ordering";
  readonly starter: Seat;
}

/** The roller has all three dice in the hand. */
export interface ThreeDiceThrowingPhase {
  readonly type: "throwing";
  readonly round: ThreeDiceRound;
}

/** What is true of the round that is being played. */
export interface ThreeDiceRound {
  /** Who rolls, in this order; it stays as it began, so positions do not change when someone leaves (T-34). */
  readonly order: readonly Seat[];
  /** What each ended the turn with, in the same order, up to the one who rolls now; null for those who left before. */
  readonly hands: readonly (ThreeDiceHand | null)[];
  readonly pot: number;
  /** How many rolls everybody has; null while the starter still finds out by using them (T-12). */
  readonly limit: number | null;
}

/** Three dice and what they count. */
export interface ThreeDiceHand {
  readonly dice: readonly number[];
  readonly roll: "plain" | "shit_stairs" | "stairs" | "super_stairs" | "triple";
  readonly points: number;
}

/** The roller stays, or throws some dice again. */
export interface ThreeDiceChoosingPhase {
  readonly type: "choosing";
  readonly round: ThreeDiceRound;
  readonly dice: readonly number[];
  readonly used: number;
}

export interface ThreeDiceRerollingPhase {
  readonly type: "rerolling";
  readonly round: ThreeDiceRound;
  readonly dice: readonly number[];
  readonly used: number;
  readonly which: readonly number[];
}

/** The giver's turn is over but for the sips that stairs are worth. */
export interface ThreeDiceAwardingPhase {
  readonly type: "awarding";
  readonly round: ThreeDiceRound;
  readonly giver: Seat;
  readonly sips: number;
}

/** The tied have drunk; the highest die starts the next round (T-15). */
export interface ThreeDiceStarterRollOffPhase {
  readonly type: "starter_roll_off";
  readonly tied: readonly Seat[];
}

/** The lowest die of the tied drinks the pot and starts the next round (T-15). */
export interface ThreeDiceLoserRollOffPhase {
  readonly type: "loser_roll_off";
  readonly tied: readonly Seat[];
  readonly points: number;
  readonly pot: number;
}

export interface ThreeDiceFinishedPhase {
  readonly type: "finished";
}

export type ThreeDiceBoard = ThreeDicePublicBoard;

/** The dice stand as they are. */
export interface KeepMove {
  readonly type: "keep";
}

/** These dice are thrown again, together; indices ascend. */
export interface RerollMove {
  readonly type: "reroll";
  readonly dice: readonly Die[];
}

export type Die = number;

/** Sips for another player: all of them, or with `award_split` so many of them. */
export interface ThreeDiceAwardMove {
  readonly type: "award";
  readonly to: Seat;
  readonly sips?: number | null;
}

export type ThreeDiceMove = KeepMove | RerollMove | ThreeDiceAwardMove;

export interface ThreeDiceRoundBeganEvent {
  readonly type: "round_began";
  readonly round: number;
  readonly starter: Seat;
  readonly pot: number;
}

export interface ThreeDiceOrderDrawnEvent {
  readonly type: "order_drawn";
  readonly order: readonly Seat[];
}

export interface ThreeDiceThrewEvent {
  readonly type: "threw";
  readonly seat: Seat;
  readonly dice: readonly number[];
  readonly roll: "plain" | "shit_stairs" | "stairs" | "super_stairs" | "triple";
  readonly points: number;
  readonly safe: boolean;
}

export interface ThreeDiceThrewAgainEvent {
  readonly type: "threw_again";
  readonly seat: Seat;
  readonly kept: readonly number[];
  /** How many dice were thrown again. */
  readonly again: number;
  readonly faces: readonly number[];
  readonly dice: readonly number[];
  readonly roll: "plain" | "shit_stairs" | "stairs" | "super_stairs" | "triple";
  readonly points: number;
  readonly safe: boolean;
}

export interface ThreeDiceShitStairsEvent {
  readonly type: "shit_stairs";
  readonly seat: Seat;
}

export interface ThreeDiceLowestRollEvent {
  readonly type: "lowest_roll";
  readonly seat: Seat;
}

export interface ThreeDiceFalseStartEvent {
  readonly type: "false_start";
  readonly seat: Seat;
}

export interface ThreeDiceUngentlemanlyEvent {
  readonly type: "ungentlemanly";
  readonly seat: Seat;
  readonly lowest: number;
}

/** A turn is over; `sips` were added to the pot, or are to be awarded. */
export interface ThreeDiceStayedEvent {
  readonly type: "stayed";
  readonly seat: Seat;
  readonly roll: "plain" | "shit_stairs" | "stairs" | "super_stairs" | "triple";
  readonly points: number;
  readonly safe: boolean;
  readonly sips: number;
  readonly pot: number;
}

export interface ThreeDiceLimitSetEvent {
  readonly type: "limit_set";
  readonly rolls: number;
}

export interface ThreeDiceAwardedEvent {
  readonly type: "awarded";
  readonly seat: Seat;
  readonly to: Seat;
  readonly sips: number;
}

export interface ThreeDiceDrankEvent {
  readonly type: "drank";
  readonly seat: Seat;
  readonly sips: number;
  readonly total: number;
}

export interface ThreeDiceLostEvent {
  readonly type: "lost";
  readonly seat: Seat;
  readonly points: number;
}

export interface ThreeDiceAllSafeEvent {
  readonly type: "all_safe";
  readonly pot: number;
  readonly carry: number;
}

export interface ThreeDiceRollOffEvent {
  readonly type: "roll_off";
  readonly tied: readonly Seat[];
  readonly decides: "loser" | "starter";
}

export interface ThreeDiceRolledOffEvent {
  readonly type: "rolled_off";
  readonly seat: Seat;
  readonly face: number;
}

export interface ThreeDiceStoppedEvent {
  readonly type: "stopped";
}

export interface ThreeDiceVoidedEvent {
  readonly type: "voided";
  readonly round: number;
}

export interface ThreeDiceMatchOverEvent {
  readonly type: "match_over";
  readonly rounds: number;
  readonly winners: readonly Seat[];
}

export type ThreeDiceEvent =
  | ThreeDiceRoundBeganEvent
  | ThreeDiceOrderDrawnEvent
  | ThreeDiceThrewEvent
  | ThreeDiceThrewAgainEvent
  | ThreeDiceShitStairsEvent
  | ThreeDiceLowestRollEvent
  | ThreeDiceFalseStartEvent
  | ThreeDiceUngentlemanlyEvent
  | ThreeDiceStayedEvent
  | ThreeDiceLimitSetEvent
  | ThreeDiceAwardedEvent
  | ThreeDiceDrankEvent
  | ThreeDiceLostEvent
  | ThreeDiceAllSafeEvent
  | ThreeDiceRollOffEvent
  | ThreeDiceRolledOffEvent
  | LeftEvent
  | ThreeDiceStoppedEvent
  | ThreeDiceVoidedEvent
  | ThreeDiceMatchOverEvent;

export interface StluciaOptions {
  readonly threshold: number;
  readonly first_player: "first_seat" | "random";
  readonly resident_killed: "attacker_claims" | "becomes_empty";
}

export interface StluciaState {
  /** Who has none is out. */
  readonly health: readonly number[];
  readonly points: readonly number[];
  readonly tokens: readonly number[];
  /** How many turns each seat has begun. */
  readonly turns: readonly number[];
  /** Who is in StLucia; all others are outside. */
  readonly resident: Seat | null;
  /** Who is out, in the order of going; those of one group fell together. */
  readonly fallen: readonly (readonly Seat[])[];
  readonly phase:
    | StluciaOpeningPhase
    | StluciaThrowingPhase
    | StluciaChoosingPhase
    | StluciaRerollingPhase
    | StluciaDecidingPhase
    | StluciaWonPhase
    | StluciaWornOutPhase;
}

/** The first player is about to be drawn. */
export interface StluciaOpeningPhase {
  readonly type: "opening";
}

export interface StluciaThrowingPhase {
  readonly type: "throwing";
  readonly seat: Seat;
}

export interface StluciaChoosingPhase {
  readonly type: "choosing";
  readonly seat: Seat;
  readonly dice: readonly number[];
  readonly rerolls_left: number;
}

export interface StluciaRerollingPhase {
  readonly type: "rerolling";
  readonly seat: Seat;
  readonly dice: readonly number[];
  readonly which: readonly Die[];
  readonly rerolls_left: number;
}

/** The attacked resident may leave; only then the attacker's dice bring points. */
export interface StluciaDecidingPhase {
  readonly type: "deciding";
  readonly attacker: Seat;
  readonly resident: Seat;
  readonly dice: readonly number[];
}

export interface StluciaWonPhase {
  readonly type: "won";
  readonly seat: Seat;
}

/** Everybody has had all turns (K-22). */
export interface StluciaWornOutPhase {
  readonly type: "worn_out";
}

export type StluciaBoard = StluciaState;

/** The attacked resident holds StLucia. */
export interface StluciaStayMove {
  readonly type: "stay";
}

/** The attacked resident gives StLucia up to the attacker. */
export interface StluciaLeaveMove {
  readonly type: "leave";
}

export type StluciaMove = KeepMove | RerollMove | StluciaStayMove | StluciaLeaveMove;

export interface StluciaTurnBeganEvent {
  readonly type: "turn_began";
  readonly seat: Seat;
  readonly health: number;
  readonly points: number;
  readonly tokens: number;
  readonly inside: boolean;
}

export interface StluciaThrewEvent {
  readonly type: "threw";
  readonly seat: Seat;
  readonly dice: readonly number[];
}

export interface StluciaThrewAgainEvent {
  readonly type: "threw_again";
  readonly seat: Seat;
  readonly again: readonly number[];
  readonly dice: readonly number[];
}

export interface StluciaKeptEvent {
  readonly type: "kept";
  readonly seat: Seat;
}

export interface StluciaHealedEvent {
  readonly type: "healed";
  readonly seat: Seat;
  readonly amount: number;
  readonly health: number;
}

export interface StluciaHitEvent {
  readonly type: "hit";
  readonly seat: Seat;
  readonly target: Seat;
  readonly damage: number;
  readonly health: number;
}

export interface StluciaStayedEvent {
  readonly type: "stayed";
  readonly seat: Seat;
}

export interface StluciaMovedOutEvent {
  readonly type: "moved_out";
  readonly seat: Seat;
}

export interface StluciaClaimedEvent {
  readonly type: "claimed";
  readonly seat: Seat;
}

export interface StluciaEmptiedEvent {
  readonly type: "emptied";
}

export interface StluciaSavedEvent {
  readonly type: "saved";
  readonly seat: Seat;
  readonly gained: number;
  readonly tokens: number;
}

export interface StluciaTradedEvent {
  readonly type: "traded";
  readonly seat: Seat;
  readonly tokens: number;
}

export interface StluciaScoredEvent {
  readonly type: "scored";
  readonly seat: Seat;
  readonly points: number;
  /** What StLucia brought of them: 2 for beginning the turn there, 1 for claiming it. */
  readonly town: number;
  readonly total: number;
}

export interface StluciaEliminatedEvent {
  readonly type: "eliminated";
  readonly seats: readonly Seat[];
  readonly remaining: number;
}

export interface StluciaCrownedEvent {
  readonly type: "crowned";
  readonly seat: Seat;
  readonly points: number;
}

export interface StluciaLastStandingEvent {
  readonly type: "last_standing";
  readonly seat: Seat;
}

export interface StluciaTurnsUsedUpEvent {
  readonly type: "turns_used_up";
  readonly turns: number;
  readonly winners: readonly Seat[];
}

export type StluciaEvent =
  | StluciaTurnBeganEvent
  | StluciaThrewEvent
  | StluciaThrewAgainEvent
  | StluciaKeptEvent
  | StluciaHealedEvent
  | StluciaHitEvent
  | StluciaStayedEvent
  | StluciaMovedOutEvent
  | StluciaClaimedEvent
  | StluciaEmptiedEvent
  | StluciaSavedEvent
  | StluciaTradedEvent
  | StluciaScoredEvent
  | StluciaEliminatedEvent
  | LeftEvent
  | StluciaCrownedEvent
  | StluciaLastStandingEvent
  | StluciaTurnsUsedUpEvent;

export interface BluffOptions {
  readonly claims: "free" | "rising";
  readonly laps: number;
  readonly min_claim: number;
  readonly bluff: "not_equal" | "over_only";
  readonly immunity: boolean;
  readonly elimination_rounds: number;
  readonly rounds: number;
  /** How many games each seat has won before this one; none given is none won. */
  readonly games_won: readonly number[];
}

/** The board as it is shown, with what follows from it by the rules. */
export interface BluffPublicBoard {
  readonly scores: readonly number[];
  /** Who still has the immunity card. */
  readonly cards: readonly boolean[];
  /** Who has left, in the order of going. */
  readonly left: readonly Seat[];
  readonly round: number;
  /** How many elimination rounds each seat has come into; the most of all is `elimination`. */
  readonly depth: readonly number[];
  /** Who plays this round, in the order of the seats. */
  readonly players: readonly Seat[];
  /** Who led last. */
  readonly leader: Seat | null;
  readonly phase:
    | BluffShufflingPhase
    | BluffLeadingPhase
    | BluffDealingPhase
    | BluffClaimingPhase
    | BluffAnsweringPhase
    | BluffImmunityPhase
    | BluffTiebreakPhase
    | BluffFinishedPhase;
  /** What calling the bluff wins and costs while a claim waits for an answer. */
  readonly stakes: BluffStakes | null;
}

/** The players of the round are about to get a random order. */
export interface BluffShufflingPhase {
  readonly type: "shuffling";
}

/** The leader is about to be drawn from those who are tied. */
export interface BluffLeadingPhase {
  readonly type: "leading";
  readonly order: readonly Seat[];
  readonly tied: readonly Seat[];
}

/** Everyone is about to roll three dice; the first in the order will begin. */
export interface BluffDealingPhase {
  readonly type: "dealing";
  readonly order: readonly Seat[];
}

/** No claim stands: the first of the circle makes one. */
export interface BluffClaimingPhase {
  readonly type: "claiming";
  /** The players of the round in their order, beginning with the one whose turn it is. */
  readonly circle: readonly Seat[];
  /** What each seat has claimed in this round. */
  readonly claims: readonly (readonly number[])[];
}

/** A claim stands: the last of the circle has made it, the first of the circle answers. */
export interface BluffAnsweringPhase {
  readonly type: "answering";
  readonly circle: readonly Seat[];
  readonly claims: readonly (readonly number[])[];
}

/** A bluff has been called rightly, and the claimant, whose dice all have seen, may play the card. */
export interface BluffImmunityPhase {
  readonly type: "immunity";
  readonly claimant: Seat;
  readonly accuser: Seat;
  readonly total: number;
  readonly dice: readonly [number, number, number];
}

/** The winner is about to be drawn from the players who are still tied. */
export interface BluffTiebreakPhase {
  readonly type: "tiebreak";
}

export interface BluffFinishedPhase {
  readonly type: "finished";
  readonly winners: readonly Seat[];
}

/** What a call would do to the scores of accuser and claimant, in this order. */
export interface BluffStakes {
  /** If the claim is a bluff and the claimant does not play the card. */
  readonly bluff: readonly [number, number];
  readonly truth: readonly [number, number];
}

export type BluffBoard = BluffPublicBoard;

export interface BluffClaimMove {
  readonly type: "claim";
  readonly total: number;
}

export interface BluffCallBluffMove {
  readonly type: "call_bluff";
}

export interface BluffAcceptMove {
  readonly type: "accept";
}

export interface BluffPlayImmunityMove {
  readonly type: "play_immunity";
}

export interface BluffDeclineImmunityMove {
  readonly type: "decline_immunity";
}

export type BluffMove =
  | BluffClaimMove
  | BluffCallBluffMove
  | BluffAcceptMove
  | BluffPlayImmunityMove
  | BluffDeclineImmunityMove;

export interface BluffRoundBeganEvent {
  readonly type: "round_began";
  readonly round: number;
  readonly leader: Seat;
  readonly score: number;
  readonly order: readonly Seat[];
}

export interface BluffEliminationBeganEvent {
  readonly type: "elimination_began";
  readonly elimination: number;
  readonly leader: Seat;
  readonly score: number;
  readonly order: readonly Seat[];
}

export interface BluffDealtEvent {
  readonly type: "dealt";
}

export interface BluffClaimedEvent {
  readonly type: "claimed";
  readonly seat: Seat;
  readonly total: number;
}

export interface BluffBelievedEvent {
  readonly type: "believed";
  readonly seat: Seat;
  readonly claimant: Seat;
  readonly points: number;
  readonly score: number;
}

export interface BluffBluffCalledEvent {
  readonly type: "bluff_called";
  readonly seat: Seat;
  readonly claimant: Seat;
  readonly total: number;
}

export interface BluffShownEvent {
  readonly type: "shown";
  readonly seat: Seat;
  readonly dice: readonly [number, number, number];
  readonly total: number;
}

export interface BluffNoBluffEvent {
  readonly type: "no_bluff";
  readonly seat: Seat;
  readonly total: number;
}

export interface BluffWasBluffEvent {
  readonly type: "was_bluff";
  readonly seat: Seat;
  readonly total: number;
}

export interface BluffImmunityPlayedEvent {
  readonly type: "immunity_played";
  readonly seat: Seat;
}

export interface BluffImmunityDeclinedEvent {
  readonly type: "immunity_declined";
  readonly seat: Seat;
}

export interface BluffGainedEvent {
  readonly type: "gained";
  readonly seat: Seat;
  readonly points: number;
  readonly score: number;
}

export interface BluffLostEvent {
  readonly type: "lost";
  readonly seat: Seat;
  readonly points: number;
  readonly score: number;
}

export interface BluffTiedEvent {
  readonly type: "tied";
  readonly seats: readonly Seat[];
  readonly score: number;
}

export interface BluffStillTiedEvent {
  readonly type: "still_tied";
  readonly seats: readonly Seat[];
  readonly score: number;
}

export interface BluffClaimVoidEvent {
  readonly type: "claim_void";
  readonly seat: Seat;
  readonly total: number;
}

export interface BluffWonEvent {
  readonly type: "won";
  readonly seat: Seat;
  readonly score: number;
}

export interface BluffSharedWinEvent {
  readonly type: "shared_win";
  readonly seats: readonly Seat[];
  readonly score: number;
}

export type BluffEvent =
  | BluffRoundBeganEvent
  | BluffEliminationBeganEvent
  | BluffDealtEvent
  | BluffClaimedEvent
  | BluffBelievedEvent
  | BluffBluffCalledEvent
  | BluffShownEvent
  | BluffNoBluffEvent
  | BluffWasBluffEvent
  | BluffImmunityPlayedEvent
  | BluffImmunityDeclinedEvent
  | BluffGainedEvent
  | BluffLostEvent
  | BluffTiedEvent
  | BluffStillTiedEvent
  | LeftEvent
  | BluffClaimVoidEvent
  | BluffWonEvent
  | BluffSharedWinEvent;

export interface BluffSecret {
  readonly dice: readonly [number, number, number];
  readonly total: number;
}

/** By the name of the game. */
export interface Games {
  readonly peril: {
    readonly options: PerilOptions;
    readonly board: PerilBoard;
    readonly move: PerilMove;
    readonly event: PerilEvent;
    readonly secret: null;
  };
  readonly mindroll: {
    readonly options: MindrollOptions;
    readonly board: MindrollBoard;
    readonly move: MindrollMove;
    readonly event: MindrollEvent;
    readonly secret: MindrollDie | null;
  };
  readonly three_dice: {
    readonly options: ThreeDiceOptions;
    readonly board: ThreeDiceBoard;
    readonly move: ThreeDiceMove;
    readonly event: ThreeDiceEvent;
    readonly secret: null;
  };
  readonly stlucia: {
    readonly options: StluciaOptions;
    readonly board: StluciaBoard;
    readonly move: StluciaMove;
    readonly event: StluciaEvent;
    readonly secret: null;
  };
  readonly bluff: {
    readonly options: BluffOptions;
    readonly board: BluffBoard;
    readonly move: BluffMove;
    readonly event: BluffEvent;
    readonly secret: BluffSecret | null;
  };
}

export type GameName = keyof Games;
