// Boards that draw themselves: give them a structure and a position.
export { cellOfFluent, onePerCell, type CellMark } from "./cell_marks";
export { GameView, type GameViewProps } from "./game_view";
export { MoveList, type MoveListProps } from "./move_list";
export { MoveSearch, type MoveSearchProps } from "./move_search";
export { prettyTerm } from "./terms";
export { hasSides, seenFromFar } from "./turning";
export { Thumbnail, type ThumbnailProps } from "./thumbnail";
