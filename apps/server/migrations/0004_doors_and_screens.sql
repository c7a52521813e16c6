-- What the doors and the screens need.
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proved_at" timestamptz(3);--> statement-breakpoint
UPDATE "sessions" SET "proved_at" = "created_at";--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "proved_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proved_by" text NOT NULL DEFAULT 'password';--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "proved_by" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "has_common_password" boolean NOT NULL DEFAULT false;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "password_warned_at" timestamptz(3);--> statement-breakpoint
CREATE TABLE "trial_keys" (
	"hash" bytea PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"noted_at" timestamptz(3) NOT NULL
);--> statement-breakpoint
CREATE TABLE "first_use" (
	"mode" text PRIMARY KEY NOT NULL,
	"at" timestamptz(3) NOT NULL
);--> statement-breakpoint
CREATE TABLE "factor_removals" (
	"user_id" uuid PRIMARY KEY NOT NULL REFERENCES "users"("id") ON DELETE CASCADE,
	"asked_at" timestamptz(3) NOT NULL,
	"due_at" timestamptz(3)
);--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "path" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "seen_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "notifications_list" ON "notifications" USING btree ("user_id","created_at","id");
--> statement-breakpoint
CREATE TABLE "trading_wish" (
	"user_id" uuid PRIMARY KEY NOT NULL REFERENCES "users"("id") ON DELETE CASCADE,
	"skipped_day" date,
	"never_trade" text[] NOT NULL DEFAULT '{}',
	"loss_limit_paise" bigint,
	"updated_at" timestamp with time zone NOT NULL
);--> statement-breakpoint
CREATE INDEX "trading_wish_updated" ON "trading_wish" ("updated_at");--> statement-breakpoint
ALTER TABLE "bar_minute" ADD COLUMN "written_at" timestamp with time zone NOT NULL DEFAULT now();--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD COLUMN "owner" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "signups" ADD COLUMN "has_common_password" boolean NOT NULL DEFAULT false;--> statement-breakpoint
CREATE TABLE "backtest_job" (
	"id" uuid PRIMARY KEY NOT NULL,
	"wish" jsonb NOT NULL,
	"source" text NOT NULL,
	"folder" text,
	"state" text NOT NULL,
	"progress" double precision NOT NULL,
	"reason" text,
	"result" jsonb,
	"created_at" timestamptz(3) NOT NULL,
	"beat_at" timestamptz(3) NOT NULL
);--> statement-breakpoint
CREATE INDEX "backtest_job_newest" ON "backtest_job" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "users_common_password" ON "users" USING btree ("password_warned_at") WHERE "has_common_password";
