"use strict";
const all = (selector) => [...document.querySelectorAll(selector)];
const [query, version, system, count] = ["query", "version", "system", "count"].map((id) => document.getElementById(id));
const links = new Map(all("nav a").map((a) => [a.hash.slice(1), a.parentElement]));
const items = all("article").map((item) => ({
	item, link: links.get(item.id), part: item.closest("section"), systems: item.dataset.os?.split(" "),
}));
const text = (entry) => entry.text ??= entry.item.textContent.toLowerCase(); // read once somebody searches
const visible = () => items.filter(({item, part}) => !item.hidden && !part.hidden).map(({item}) => item);

function show() {
	const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
	for (const part of all("[data-version]")) part.hidden = part.dataset.version !== version.value;
	for (const entry of items) {
		const {item, link, systems} = entry;
		item.hidden = !words.every((word) => text(entry).includes(word)) || system.value && systems && !systems.includes(system.value);
		if (link) link.hidden = item.hidden;
	}
	const shown = visible().length, total = items.filter(({part}) => !part.hidden).length;
	count.value = shown === total ? `${total} entries` : `${shown} of ${total}`;
}

function open() {
	const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
	if (!target) return;
	const part = target.closest("[data-version]");
	if (part) version.value = part.dataset.version;
	show();
	if (target.hidden) { query.value = system.value = ""; show(); }
	target.scrollIntoView();
}

function key(event) {
	const typing = event.target === query;
	if (event.key === "/" && !typing) { query.focus(); query.select(); event.preventDefault(); }
	if (event.key === "Escape") { query.value = ""; show(); query.focus(); }
	if (event.key !== "ArrowDown" && event.key !== "ArrowUp" || event.target.localName === "select") return;
	const list = visible(), at = list.indexOf(document.activeElement.closest("article"));
	const next = list[event.key === "ArrowDown" ? at + 1 : Math.max(at - 1, 0)];
	if (next && (typing || at >= 0)) { next.querySelector("a").focus(); next.scrollIntoView({block: "nearest"}); event.preventDefault(); }
}

document.querySelector(".controls").hidden = false;
if (matchMedia("(max-width: 50rem)").matches) document.querySelector("details").open = false;
for (const control of [query, version, system]) control.addEventListener("input", show);
addEventListener("hashchange", open);
addEventListener("keydown", key);
show();
open();
