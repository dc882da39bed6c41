// A page of the application in Chromium whose server is the mock: requests and the WebSocket are answered in this process.
import { chromium } from "playwright-core";

const kFlags = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export async function openBrowser(viewport = { width: 1280, height: 900 }, colorScheme = "light") {
  const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: [...kFlags, "--no-sandbox"] });
  const context = await browser.newContext({ viewport, colorScheme });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  return { browser, context };
}

/** A page that talks to `mock`; what it writes to the console as warning or error is gathered in `complaints`. */
export async function openPage(context, mock) {
  const page = await context.newPage();
  const complaints = [];
  const sockets = new Set();
  page.on("console", (message) => ["warning", "error"].includes(message.type()) && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  // Not the sources below src/api, which the development server hands out.
  await page.route((url) => url.pathname.startsWith("/api/"), async (route) => {
    const request = route.request();
    const token = (await request.headerValue("authorization"))?.replace("Bearer ", "");
    const { status, body } = mock.request(request.method(), request.url(), request.postDataJSON(), token);
    await route.fulfill({ status, json: body });
  });
  await page.routeWebSocket((url) => url.pathname === "/api/live", (socket) => {
    const connection = mock.connect((text) => socket.send(text));
    sockets.add(socket);
    socket.onMessage((text) => connection.receive(text));
    socket.onClose(() => {
      sockets.delete(socket);
      connection.close();
    });
  });
  return { page, complaints, sockets };
}
