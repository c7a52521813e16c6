import type { Messages } from "../../platform/http/handler.ts";

export const imageMessages: Messages<"image_refused" | "bucket_missing" | "images_away"> = {
  image_refused: "This file is not a picture that can be used. Please choose a JPEG, PNG, GIF or WebP file.",
  bucket_missing: "Bucket not found",
  images_away: "The picture store does not answer. Please try again in a minute.",
};
