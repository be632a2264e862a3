/** A small shop; its templates are read anew for each request, so an edit shows after a reload. */
import { readFileSync } from "node:fs";
import inlineReview from "astro-inline-review/express";
import express from "express";

const app = express();
const { apiMiddleware, clientMiddleware } = inlineReview();
const page = (name) => readFileSync(new URL(`pages/${name}.html`, import.meta.url), "utf8");

app.use(express.json());
app.use(apiMiddleware);
app.use(clientMiddleware);
app.get("/", (_request, response) => response.send(page("index")));
app.get("/prices", (_request, response) => response.send(page("prices")));
app.listen(Number(process.env.PORT), "127.0.0.1");
