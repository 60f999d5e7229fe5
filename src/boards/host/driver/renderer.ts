/** Draws one pose of one person. Keeps nothing from frame to frame but its buffers. */
import { Backdrop } from "./backdrop";
import { EyeShader } from "./eye";
import { Film, layOver, SAMPLES } from "./film";
import { lightAt } from "./light";
import type { Mesh } from "./mesh";
import type { Person } from "./person";
import { personMesh } from "./person_mesh";
import type { Pose } from "./pose";
import { FRAME_PX, projection } from "./project";
import { Raster } from "./raster";
import { STRIDE, stage } from "./stage";
import { personTexture } from "./texture";

export class Renderer {
  private readonly mesh: Mesh;
  private readonly vertices: Float32Array;
  private readonly raster: Raster;
  private readonly left: EyeShader;
  private readonly right: EyeShader;
  private readonly backdrop: Backdrop;
  private readonly film: Film;

  constructor(private readonly who: Person) {
    this.mesh = personMesh(who);
    this.raster = new Raster(FRAME_PX * SAMPLES, personTexture(who));
    this.vertices = new Float32Array(this.mesh.count * STRIDE);
    this.left = new EyeShader(who, -1);
    this.right = new EyeShader(who, 1);
    this.backdrop = new Backdrop(who);
    this.film = new Film(who.seed);
  }

  /** Upright RGBA, 240 x 240 x 4 bytes. `pose` null: nobody in the seat. */
  draw(pose: Pose | null, t_ms: number): Uint8ClampedArray {
    const light = lightAt(this.who, t_ms);
    const rgba = this.backdrop.draw(t_ms, light.outside);
    if (pose) {
      this.left.set(pose.lid_left, pose.gaze_x_mm, pose.gaze_y_mm);
      this.right.set(pose.lid_right, pose.gaze_x_mm, pose.gaze_y_mm);
      stage(this.mesh, pose, projection(this.who, pose), light, SAMPLES, this.vertices);
      this.raster.clear();
      this.raster.draw(this.mesh, this.vertices, this.left, this.right);
      layOver(rgba, this.raster);
    }
    this.film.expose(rgba, t_ms);
    return rgba;
  }
}
