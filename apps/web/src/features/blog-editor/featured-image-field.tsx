import { IMAGE_TYPES } from "@vriddhi/core/blog/blog-limits";
import ImageIcon from "lucide-react/icons/image";
import { useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { FieldError } from "../../ui/field-error.tsx";
import { editorTexts as texts } from "./editor.texts.ts";
import { uploadImage } from "./upload-image.ts";

type UploadState =
  | { readonly kind: "idle" }
  | { readonly kind: "uploading"; readonly percent: number }
  | { readonly kind: "failed"; readonly sentence: string };

interface FeaturedImageFieldProps {
  address: string | null;
  alt: string;
  onChange(changes: { featuredImage?: string | null; imageAlt?: string }): void;
  onBusy(isBusy: boolean): void;
}

function Thumbnail({ address }: { address: string | null }) {
  if (address !== null)
    return <img src={address} alt="" className="h-14 w-22 shrink-0 rounded-sm border border-line object-cover" />;
  return (
    <span className="grid h-14 w-22 shrink-0 place-items-center rounded-sm border border-dashed border-line-strong text-muted">
      <ImageIcon className="size-5" aria-hidden="true" />
    </span>
  );
}

const nameOf = (address: string): string => address.slice(address.lastIndexOf("/") + 1);

export function FeaturedImageField({ address, alt, onChange, onBusy }: FeaturedImageFieldProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<UploadState>({ kind: "idle" });
  const isUploading = state.kind === "uploading";
  const upload = async (file: File) => {
    setState({ kind: "uploading", percent: 0 });
    onBusy(true);
    const outcome = await uploadImage(file, (percent) => setState({ kind: "uploading", percent }));
    onBusy(false);
    setState(outcome.success ? { kind: "idle" } : { kind: "failed", sentence: outcome.error });
    if (outcome.success) onChange({ featuredImage: outcome.url });
  };
  return (
    <div className="grid content-start gap-2">
      <div className="flex min-w-0 items-center gap-3">
        <Thumbnail address={address} />
        <div className="grid min-w-0 flex-1 gap-1">
          <label htmlFor="featured-image" className="text-sm font-semibold">
            {texts.image}
          </label>
          <span className="line-clamp-2 text-sm break-all text-muted">
            {isUploading ? texts.uploading(state.percent) : address === null ? texts.imageNone : nameOf(address)}
          </span>
          {isUploading && (
            <progress max={100} value={state.percent} aria-label={texts.image} className="h-1 w-full accent-info" />
          )}
        </div>
        <input
          ref={picker}
          id="featured-image"
          type="file"
          accept={IMAGE_TYPES.join(",")}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file !== undefined) void upload(file);
            event.target.value = "";
          }}
        />
        <Button size="sm" isBusy={isUploading} onClick={() => picker.current?.click()}>
          {address === null ? texts.choose : texts.replace}
        </Button>
        {address !== null && !isUploading && (
          <Button size="sm" variant="ghost" onClick={() => onChange({ featuredImage: null })}>
            {texts.remove}
          </Button>
        )}
      </div>
      {state.kind === "failed" && (
        <div role="alert">
          <FieldError id="featured-image-error">{state.sentence}</FieldError>
        </div>
      )}
      {address !== null && (
        <TextField
          label={texts.imageAlt}
          value={alt}
          maxLength={300}
          onChange={(event) => onChange({ imageAlt: event.target.value })}
        />
      )}
    </div>
  );
}
