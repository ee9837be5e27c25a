// What each program costs: instructions by class, resources against limits, chains.

import type { ProgramCost } from "../core/core.ts";
import { byId, el, fill, table } from "./dom.ts";

export function show(programs: ProgramCost[]): void {
    const none = el("p", {}, "There is no program that is accepted.");
    fill(byId("costs"), ...(programs.length > 0 ? programs.map(program) : [none]));
}

function program(of: ProgramCost): HTMLElement {
    const words = (name: string): string => name.replaceAll("_", " ");
    const classes = Object.entries(of.classes).filter(([, count]) => count > 0);
    const resources = Object.entries(of.resources).map(([name, { used, limit }]) => [
        words(name),
        String(used),
        String(limit),
        el("meter", { min: 0, max: limit, value: used, title: `${used} of ${limit}` }),
    ]);
    return el(
        "section",
        {},
        el("h3", {}, of.header),
        table(
            ["instructions of the class", ""],
            classes.map(([name, count]) => [words(name), String(count)]),
        ),
        table(["resource", "used", "limit", ""], resources),
        table(
            ["", ""],
            [
                ["temporaries used", String(of.temporaries.used)],
                ["temporaries at once", String(of.temporaries.live)],
                ["longest chain", String(of.depth)],
                ["lookups in a chain", String(of.texture_depth)],
            ],
        ),
    );
}
