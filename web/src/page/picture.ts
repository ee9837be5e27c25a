// The picture on a canvas without WebGL, and the pixel that is chosen on it by pointer or keys. Pixels are counted from
// the lower left, as OpenGL counts them.

import type { Picture } from "../core/core.ts";
import { byId } from "./dom.ts";

export interface Pixel {
    x: number;
    y: number;
}

/** Steps of the keys, with Shift ten times as far. */
const STEPS: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, 1],
    ArrowDown: [0, -1],
};

export class PictureView {
    readonly #canvas = byId<HTMLCanvasElement>("picture");
    readonly #cross = byId("cross");
    readonly #under = byId("under");
    #picture: Picture | null = null;
    #at: Pixel = { x: 0, y: 0 };
    /** Is told the pixel that is to be explained. */
    onpick: (pixel: Pixel) => void = () => {};

    constructor() {
        const canvas = this.#canvas;
        canvas.addEventListener("pointermove", (event) => this.#tell(this.#under_pointer(event)));
        canvas.addEventListener("pointerleave", () => this.#tell(this.#at));
        canvas.addEventListener("click", (event) => this.pick(this.#under_pointer(event)));
        canvas.addEventListener("keydown", (event) => {
            const step = STEPS[event.key];
            if (step) {
                const far = event.shiftKey ? 10 : 1;
                this.#move({ x: this.#at.x + step[0] * far, y: this.#at.y + step[1] * far });
            } else if (event.key === "Enter" || event.key === " ") {
                this.pick(this.#at);
            } else {
                return;
            }
            event.preventDefault();
        });
        new ResizeObserver(() => this.#move(this.#at)).observe(canvas);
    }

    /** Shows a picture, or none. */
    show(picture: Picture | null): void {
        this.#picture = picture;
        const canvas = this.#canvas;
        const there = picture !== null && picture.width > 0 && picture.height > 0;
        byId("picture-box").hidden = !there;
        byId("no-picture").hidden = there;
        if (!there) return;
        canvas.width = picture.width;
        canvas.height = picture.height;
        canvas.style.setProperty("--width", `${picture.width}px`);
        const image = new ImageData(picture.width, picture.height);
        image.data.set(picture.data);
        // What a scene leaves in alpha is data, and the page behind it is no part of the picture.
        for (let alpha = 3; alpha < image.data.length; alpha += 4) image.data[alpha] = 255;
        canvas.getContext("2d")?.putImageData(image, 0, 0);
        this.#move(this.#at);
    }

    /** Chooses a pixel and asks for its explanation. */
    pick(pixel: Pixel): void {
        if (!this.#picture) return;
        this.#move(pixel);
        this.onpick(this.#at);
    }

    #under_pointer(event: PointerEvent | MouseEvent): Pixel {
        const box = this.#canvas.getBoundingClientRect();
        const { width, height } = this.#canvas;
        return this.#inside({
            x: Math.floor(((event.clientX - box.left) / box.width) * width),
            y: height - 1 - Math.floor(((event.clientY - box.top) / box.height) * height),
        });
    }

    #inside({ x, y }: Pixel): Pixel {
        const { width, height } = this.#canvas;
        return { x: Math.max(0, Math.min(width - 1, x)), y: Math.max(0, Math.min(height - 1, y)) };
    }

    #move(pixel: Pixel): void {
        this.#at = this.#inside(pixel);
        const { width, height, clientWidth, clientHeight } = this.#canvas;
        this.#cross.style.left = `${((this.#at.x + 0.5) / width) * clientWidth}px`;
        this.#cross.style.top = `${((height - this.#at.y - 0.5) / height) * clientHeight}px`;
        this.#tell(this.#at);
    }

    #tell({ x, y }: Pixel): void {
        const picture = this.#picture;
        if (!picture) return;
        const first = ((picture.height - 1 - y) * picture.width + x) * 4;
        const [red, green, blue, alpha] = picture.data.subarray(first, first + 4);
        this.#under.textContent = `(${x}, ${y})  red ${red}  green ${green}  blue ${blue}  alpha ${alpha}`;
    }
}
