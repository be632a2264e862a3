/** A bare node server under our middleware, without a hub: what a page says, and under which policy, is in its address. */
import { createServer } from "node:http";
import inlineReview from "../../../integrations/pages/express.js";

const { hosts, listen, hangsUp } = JSON.parse(process.argv[2]);
const { pageMiddleware } = inlineReview({ root: process.cwd(), hosts });
const tell = (told) => console.log(JSON.stringify(told));

function page(request, response) {
  const asked = new URL(request.url, "http://localhost").searchParams;
  for (const policy of asked.getAll("policy")) response.appendHeader("content-security-policy", policy);
  response.setHeader("content-type", "text/html");
  for (const piece of asked.getAll("piece")) response.write(piece);
  response.end();
}

const server = createServer(async (request, response) => {
  if (hangsUp) await new Promise((gone) => request.socket.once("close", gone));
  await pageMiddleware(request, response, () => page(request, response));
  if (hangsUp) tell({ status: response.statusCode });
});
server.listen(listen, () => tell({ port: server.address().port }));
