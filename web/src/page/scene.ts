// What is a scene, and a scene around a program that is none.

/** Whether a text is drawn: by its name, or by its first line. */
export function isScene(name: string, text: string): boolean {
    return /\.(shader_test|vpfp)$/i.test(name) || /^\s*\[/.test(text);
}

const VERTEX = `!!ARBvp1.0
OPTION ARB_position_invariant;
MOV result.color, vertex.color;
MOV result.texcoord[0], vertex.texcoord[0];
END
`;

/** A scene in which a vertex or fragment program draws the torus of the examples; `null` for other programs. */
export function sceneOf(program: string): string | null {
    const header = /^\s*!!(\w+)/.exec(program)?.[1] ?? "";
    const body = program.trim();
    const isVertex = /^(ARBvp1|VP[123]|NVvp[45])/.test(header);
    const isFragment = /^(ARBfp1|FP1|NVfp[45])/.test(header);
    if (!isVertex && !isFragment) return null;
    const extension = isVertex ? "GL_ARB_vertex_program" : "GL_ARB_vertex_program\nGL_ARB_fragment_program";
    const sections = isVertex
        ? `[vertex program]\n${body}\n`
        : `[vertex program]\n${VERTEX}\n[fragment program]\n${body}\n`;
    return `[require]
${extension}
SIZE 400 400

${sections}
[test]
perspective 40 1 20
look at (1.6, 1.9, 3.4) (0, 0, 0) (0, 1, 0)
clear color 0.07 0.08 0.11 1
clear depth 1
clear
enable GL_DEPTH_TEST
color 0.95 0.55 0.2 1
draw mesh torus.obj
`;
}
