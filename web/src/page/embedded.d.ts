// What the build puts in the place of these imports.

declare module "embedded:examples" {
    const embedded: {
        /** Texts by path. */
        texts: Record<string, string>;
        /** Other files by path, in base64. */
        binaries: Record<string, string>;
    };
    export default embedded;
}

declare module "embedded:worker" {
    /** The script of the worker. */
    const script: string;
    export default script;
}
