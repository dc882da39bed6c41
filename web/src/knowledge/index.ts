// What is known about a game, for any page that has its rules.
export { askKnowledge, type KnownGame } from "./ask_knowledge";
export { KnowledgeView } from "./knowledge_view";
