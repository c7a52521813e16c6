ALTER TABLE "bucket_owner" ADD COLUMN "suspects" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "bucket_owner" ADD COLUMN "suspect_until" timestamptz(3);--> statement-breakpoint
ALTER TABLE "bucket_owner" ADD COLUMN "alerted_at" timestamptz(3);