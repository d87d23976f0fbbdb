"use strict";
const query = document.getElementById("query"), results = document.getElementById("results");
const items = results ? [...results.children].map((item) => ({
	item, title: item.querySelector("h3").textContent.toLowerCase(), text: item.textContent.toLowerCase(),
})) : [];
const visible = () => items.filter(({item}) => !item.hidden).sort((a, b) => a.item.style.order - b.item.style.order)
	.map(({item}) => item);

function show() {
	const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
	for (const {item, title, text} of items) {
		item.hidden = !words.every((word) => text.includes(word));
		item.style.order = title === query.value.trim().toLowerCase() ? 0 : words.every((word) => title.includes(word)) ? 1 : 2;
	}
	document.getElementById("count").value = `${visible().length} of ${items.length} sections`;
}

function key(event) {
	const typing = event.target === query;
	if (event.key === "/" && !typing) { query.focus(); query.select(); event.preventDefault(); }
	if (event.key !== "ArrowDown" && event.key !== "ArrowUp" || !results) return;
	const list = visible(), at = list.indexOf(document.activeElement.closest("article"));
	const next = list[event.key === "ArrowDown" ? at + 1 : Math.max(at - 1, 0)];
	if (next && (typing || at >= 0)) { next.querySelector("a").focus(); event.preventDefault(); }
}

if (matchMedia("(max-width: 50rem)").matches) document.querySelector("details").open = false;
addEventListener("keydown", key);
if (results) {
	query.value = new URLSearchParams(location.search).get("q") ?? "";
	query.form.addEventListener("submit", (event) => event.preventDefault());
	query.addEventListener("input", show);
	show();
	query.focus();
}
