CREATE TABLE "account_readiness" (
	"link_id" uuid PRIMARY KEY NOT NULL,
	"trading_day" date NOT NULL,
	"checked_at" timestamptz(3) NOT NULL,
	"funds" text NOT NULL,
	"available_paise" bigint,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "day_starts" (
	"link_id" uuid NOT NULL,
	"trading_day" date NOT NULL,
	"at" timestamptz(3) NOT NULL,
	CONSTRAINT "day_starts_once" PRIMARY KEY("link_id","trading_day")
);
--> statement-breakpoint
CREATE TABLE "desk_feeds" (
	"desk" text PRIMARY KEY NOT NULL,
	"sealed_session" text,
	"session_from" timestamptz(3),
	"session_until" timestamptz(3),
	"last_tick_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "due_steps" (
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"trading_day" date NOT NULL,
	"due_at" timestamptz(3) NOT NULL,
	"useful_until" timestamptz(3) NOT NULL,
	"rank" smallint NOT NULL,
	"state" text DEFAULT 'due' NOT NULL,
	"run_at" timestamptz(3) NOT NULL,
	"lease" uuid,
	"lease_until" timestamptz(3),
	"attempts" integer DEFAULT 0 NOT NULL,
	"outcome" text,
	"ran_at" timestamptz(3),
	"is_late" boolean DEFAULT false NOT NULL,
	CONSTRAINT "due_steps_once" PRIMARY KEY("kind","subject","trading_day")
);
--> statement-breakpoint
CREATE TABLE "instruments" (
	"broker" text NOT NULL,
	"isin" text NOT NULL,
	"symbol" text NOT NULL,
	"broker_symbol" text NOT NULL,
	"token" text NOT NULL,
	"tick_paise" integer NOT NULL,
	"lot_size" integer NOT NULL,
	"seen_on" date NOT NULL,
	"is_renamed" boolean NOT NULL,
	CONSTRAINT "instruments_named" PRIMARY KEY("broker","isin")
);
--> statement-breakpoint
CREATE TABLE "scheduler_beats" (
	"name" text PRIMARY KEY NOT NULL,
	"at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_readiness" ADD CONSTRAINT "account_readiness_link_id_broker_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."broker_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_starts" ADD CONSTRAINT "day_starts_link_id_broker_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."broker_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "due_steps_open" ON "due_steps" USING btree ("due_at","rank") WHERE "due_steps"."state" in ('due', 'running');--> statement-breakpoint
CREATE INDEX "due_steps_subject" ON "due_steps" USING btree ("subject","trading_day");--> statement-breakpoint
CREATE INDEX "instruments_symbol" ON "instruments" USING btree ("symbol");