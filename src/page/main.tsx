/** Starts the page. */
import { render } from "preact";
import { App } from "./app";
import { Session, SessionContext } from "./unit/session";

const session = new Session();
session.start();
render(
  <SessionContext.Provider value={session}>
    <App />
  </SessionContext.Provider>,
  document.getElementById("app")!,
);
