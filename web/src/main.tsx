import { render } from "solid-js/web";
import "./tokens.css";
import "./base.css";
import { App } from "./app";

render(() => <App />, document.getElementById("app")!);
