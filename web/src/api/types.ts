// The messages of the server under the names that this application uses. The types are made from the schemas by `npm run types`.
import type {
  LiveAccepted,
  LiveClock,
  LiveEnded,
  LiveError,
  LiveList,
  LiveMatch,
  LivePong,
  LiveRefused,
  LiveSeats,
  LiveStep,
  LiveTakeback,
  LiveThought,
  LiveTournament,
} from "./generated/messages";

export type {
  Accepted,
  ApiError,
  Check,
  Clock,
  Diagnostic,
  FailedProof,
  Fault,
  Game,
  Games,
  GameSummary,
  GoalDistance,
  Hint,
  HistoryStep,
  Info,
  Knowledge,
  KnowledgeStatement,
  LegalMove,
  LegalMoves,
  LiveClient as ClientMessage,
  MatchCreated,
  MatchRecord,
  Matches,
  MatchSummary,
  MatchView,
  MoveRequest,
  MoveThought,
  NewMatch,
  NewSeat,
  NewTournament,
  Perft,
  PerftRequest,
  Position,
  RemotePlayer,
  RoleEvaluation,
  RulesCheckRequest,
  RulesPosition,
  RulesPositionRequest,
  Scene,
  SceneCell,
  SceneCounter,
  SceneHandItem,
  ScenePiece,
  SceneTurn,
  Seat,
  Spot,
  Statistics,
  StatisticsRequest,
  Strategy,
  Structure,
  StructureArgument,
  StructureAxis,
  StructureBoard,
  StructureCell,
  StructureControl,
  StructureCoordinate,
  StructureCounter,
  StructureDomain,
  StructureFamily,
  StructureHand,
  StructureMove,
  StructureTable,
  SymmetryGroup,
  Thought,
  Touch,
  Tournament,
  TournamentCreated,
  Tournaments,
  TournamentSummary,
  Walk,
  WalkRequest,
  WalkStep,
} from "./generated/messages";

/** What the server says on the WebSocket; `type` tells which one it is. */
export type ServerMessage =
  | LiveAccepted
  | LiveClock
  | LiveEnded
  | LiveError
  | LiveList
  | LiveMatch
  | LivePong
  | LiveRefused
  | LiveSeats
  | LiveStep
  | LiveTakeback
  | LiveThought
  | LiveTournament;
