-- A link is kept only after a login has worked with its credentials, and its API key is sealed. Links that were stored in
-- clear or never proved cannot be told from the others any more: everybody links again.
DELETE FROM "broker_links";--> statement-breakpoint
ALTER TABLE "broker_links" DROP COLUMN "app_key";--> statement-breakpoint
ALTER TABLE "broker_links" DROP COLUMN "is_proven";--> statement-breakpoint
ALTER TABLE "broker_links" DROP COLUMN "updated_at";--> statement-breakpoint
ALTER TABLE "broker_links" ADD COLUMN "credentials_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "broker_links" ADD COLUMN "sealed_app_key" text NOT NULL;--> statement-breakpoint
ALTER TABLE "broker_links" ADD COLUMN "connected_at" timestamptz(3) NOT NULL;--> statement-breakpoint
ALTER TABLE "broker_links" ADD COLUMN "refusal_code" text;--> statement-breakpoint
ALTER TABLE "broker_links" ADD COLUMN "refusal_detail" text;--> statement-breakpoint
ALTER TABLE "broker_links" ADD COLUMN "refused_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "broker_links" ADD COLUMN "is_egress_taken" boolean;--> statement-breakpoint
ALTER TABLE "broker_links" ADD COLUMN "egress_checked_at" timestamptz(3);--> statement-breakpoint
CREATE TABLE "broker_link_drafts" (
	"user_id" uuid NOT NULL REFERENCES "users"("id") ON DELETE cascade,
	"broker" text NOT NULL,
	"client_id" text NOT NULL,
	"credentials_id" uuid NOT NULL,
	"sealed_app_key" text NOT NULL,
	"sealed_app_secret" text,
	"sealed_pin" text,
	"sealed_totp" text,
	"is_auto_approved" boolean DEFAULT false NOT NULL,
	"daily_trades_max" integer DEFAULT 50 NOT NULL,
	"is_risk_managed" boolean DEFAULT true NOT NULL,
	"since" timestamptz(3) NOT NULL,
	"refusal_code" text,
	"refusal_detail" text,
	"refused_at" timestamptz(3),
	"expires_at" timestamptz(3) NOT NULL,
	CONSTRAINT "broker_link_drafts_user_id_broker_pk" PRIMARY KEY("user_id","broker")
);
--> statement-breakpoint
DROP TABLE "broker_logins";--> statement-breakpoint
CREATE TABLE "broker_logins" (
	"state_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL REFERENCES "users"("id") ON DELETE cascade,
	"broker" text NOT NULL,
	"credentials_id" uuid NOT NULL,
	"browser_hash" "bytea" NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"used_at" timestamptz(3)
);
--> statement-breakpoint
CREATE INDEX "broker_logins_user" ON "broker_logins" USING btree ("user_id");
