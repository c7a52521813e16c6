import { useState } from "react";
import defaultPicture from "./default-picture.svg?url";
import { webAddress } from "./newsletter-posts.ts";

/** C5.7: a picture that cannot be shown is replaced by a drawn one. */
export function PostPicture({ address, alt, className }: { address: string; alt: string; className?: string }) {
  const [broken, setBroken] = useState<string | null>(null);
  const wanted = webAddress(address);
  const isShown = wanted !== null && wanted !== broken;
  return (
    <img
      src={isShown ? wanted : defaultPicture}
      alt={isShown ? alt : ""}
      width={1200}
      height={630}
      loading="lazy"
      onError={() => setBroken(wanted)}
      className={className}
    />
  );
}
