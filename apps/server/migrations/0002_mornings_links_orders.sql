ALTER TABLE "due_steps" ADD COLUMN "lane" text DEFAULT 'roll' NOT NULL;--> statement-breakpoint
ALTER TABLE "due_steps" ALTER COLUMN "lane" DROP DEFAULT;--> statement-breakpoint
DROP INDEX "due_steps_open";--> statement-breakpoint
DROP INDEX "due_steps_subject";--> statement-breakpoint
CREATE INDEX "due_steps_fresh" ON "due_steps" USING btree ("lane","run_at","rank") WHERE "due_steps"."state" = 'due' AND "due_steps"."attempts" = 0;--> statement-breakpoint
CREATE INDEX "due_steps_again" ON "due_steps" USING btree ("lane","run_at","rank") WHERE "due_steps"."state" = 'due' AND "due_steps"."attempts" > 0;--> statement-breakpoint
CREATE INDEX "due_steps_held" ON "due_steps" USING btree ("subject","trading_day") WHERE "due_steps"."state" = 'held';--> statement-breakpoint
CREATE INDEX "due_steps_open" ON "due_steps" USING btree ("useful_until") WHERE "due_steps"."state" in ('due', 'held', 'running');--> statement-breakpoint
CREATE INDEX "due_steps_subject" ON "due_steps" USING btree ("subject","trading_day","due_at","rank") WHERE "due_steps"."state" in ('due', 'held', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "due_steps_running" ON "due_steps" USING btree ("subject","trading_day") WHERE "due_steps"."state" = 'running';--> statement-breakpoint
CREATE TABLE "leader_epochs" (
	"name" text PRIMARY KEY NOT NULL,
	"epoch" bigint NOT NULL
);
--> statement-breakpoint
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
	"user_id" uuid NOT NULL CONSTRAINT "broker_link_drafts_user_id_users_id_fk" REFERENCES "users"("id") ON DELETE cascade,
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
	"user_id" uuid NOT NULL CONSTRAINT "broker_logins_user_id_users_id_fk" REFERENCES "users"("id") ON DELETE cascade,
	"broker" text NOT NULL,
	"credentials_id" uuid NOT NULL,
	"browser_hash" "bytea" NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"used_at" timestamptz(3)
);
--> statement-breakpoint
CREATE INDEX "broker_logins_user" ON "broker_logins" USING btree ("user_id");
--> statement-breakpoint
CREATE TABLE "market_years" (
	"year" integer PRIMARY KEY NOT NULL,
	"closures" jsonb NOT NULL,
	"sessions" jsonb NOT NULL,
	"listed_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trading_account" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"broker" text NOT NULL,
	"client_hash" "bytea" NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	CONSTRAINT "trading_account_client" UNIQUE("user_id","broker","client_hash")
);
--> statement-breakpoint
ALTER TABLE "broker_links" ADD COLUMN "account_id" text;--> statement-breakpoint
CREATE INDEX "broker_links_account" ON "broker_links" USING btree ("account_id");--> statement-breakpoint
CREATE TABLE "intent" (
	"tag" text NOT NULL,
	"trading_day" date NOT NULL,
	"account_id" text NOT NULL,
	"bucket" smallint NOT NULL,
	"position_id" text NOT NULL,
	"signal_id" text NOT NULL,
	"n" integer NOT NULL,
	"leg" text NOT NULL,
	"side" text NOT NULL,
	"instrument" jsonb NOT NULL,
	"pricing" jsonb NOT NULL,
	"cause" text NOT NULL,
	"authority" text,
	"stop_paise" bigint,
	"target_paise" bigint,
	"valid_until" timestamptz(3),
	"status" text NOT NULL,
	"is_final" boolean NOT NULL,
	"has_fills" boolean NOT NULL,
	"state" jsonb NOT NULL,
	"version" integer NOT NULL,
	"planned_at" timestamptz(3) NOT NULL,
	CONSTRAINT "intent_pk" PRIMARY KEY("tag","trading_day"),
	CONSTRAINT "intent_once" UNIQUE("account_id","trading_day","signal_id","n"),
	CONSTRAINT "intent_entry_whole" CHECK (("leg" = 'entry') = ("valid_until" IS NOT NULL))
) PARTITION BY RANGE ("trading_day");
--> statement-breakpoint
CREATE INDEX "intent_open" ON "intent" USING btree ("bucket","trading_day") WHERE NOT "is_final" OR "has_fills";--> statement-breakpoint
CREATE TABLE "command" (
	"tag" text NOT NULL,
	"n" integer NOT NULL,
	"kind" text NOT NULL,
	"quantity" integer,
	"pricing" jsonb,
	"sent_at" timestamptz(3) NOT NULL,
	"answer" text NOT NULL,
	"verdict" text NOT NULL,
	CONSTRAINT "command_pk" PRIMARY KEY("tag","n")
) WITH (fillfactor = 50);
--> statement-breakpoint
CREATE TABLE "ledger" (
	"id" bigint GENERATED BY DEFAULT AS IDENTITY NOT NULL,
	"trading_day" date NOT NULL,
	"account_id" text NOT NULL,
	"at" timestamptz(3) NOT NULL,
	"kind" text NOT NULL,
	"tag" text,
	"key" text NOT NULL,
	"fact" jsonb NOT NULL,
	"alert" text,
	CONSTRAINT "ledger_once" UNIQUE("account_id","trading_day","key")
) PARTITION BY RANGE ("trading_day");
--> statement-breakpoint
CREATE INDEX "ledger_account" ON "ledger" USING btree ("account_id","id");--> statement-breakpoint
CREATE TABLE "order_alert" (
	"ledger_id" bigint PRIMARY KEY NOT NULL,
	"trading_day" date NOT NULL,
	"account_id" text NOT NULL,
	"key" text NOT NULL,
	"fact" jsonb NOT NULL,
	"alert" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wire_record" (
	"id" bigint GENERATED BY DEFAULT AS IDENTITY NOT NULL,
	"trading_day" date NOT NULL,
	"tag" text NOT NULL,
	"at" timestamptz(3) NOT NULL,
	"direction" text NOT NULL,
	"call" text NOT NULL,
	"text" text NOT NULL
) PARTITION BY RANGE ("trading_day");
--> statement-breakpoint
CREATE INDEX "wire_record_tag" ON "wire_record" USING btree ("tag","id");--> statement-breakpoint
CREATE TABLE "bucket_owner" (
	"bucket" smallint PRIMARY KEY NOT NULL,
	"worker" text,
	"epoch" bigint NOT NULL,
	"lease_until" timestamptz(3) NOT NULL
) WITH (fillfactor = 10);
--> statement-breakpoint
CREATE TABLE "order_block" (
	"account_id" text NOT NULL,
	"cause" text NOT NULL,
	"epoch" bigint NOT NULL,
	"set_at" timestamptz(3) NOT NULL,
	"closes_positions" boolean NOT NULL,
	CONSTRAINT "order_block_pk" PRIMARY KEY("account_id","cause")
);
--> statement-breakpoint
CREATE TABLE "order_block_epoch" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL CHECK ("is_only"),
	"epoch" bigint NOT NULL
);
--> statement-breakpoint
INSERT INTO "order_block_epoch" ("epoch") VALUES (0);--> statement-breakpoint
-- Makes the partitions of the month that holds the day, and takes from the product's role what it may not do to them.
-- The role may call it but owns nothing of it: it can neither change a partition nor make any other table.
CREATE FUNCTION "make_order_partitions"("day" date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	month_start date := date_trunc('month', day)::date;
	month_end date := (date_trunc('month', day) + interval '1 month')::date;
	parent text;
	partition text;
BEGIN
	FOREACH parent IN ARRAY ARRAY['intent', 'ledger', 'wire_record'] LOOP
		partition := parent || to_char(month_start, '_YYYY_MM');
		CONTINUE WHEN to_regclass('public.' || partition) IS NOT NULL;
		PERFORM pg_advisory_xact_lock(7262021);
		-- Whoever waited for the lock asks the catalogue itself: what to_regclass remembers may be older than the wait.
		CONTINUE WHEN EXISTS (SELECT FROM pg_class WHERE relname = partition AND relnamespace = 'public'::regnamespace);
		EXECUTE format('CREATE TABLE IF NOT EXISTS public.%I PARTITION OF public.%I FOR VALUES FROM (%L) TO (%L) WITH (fillfactor = %s)',
			partition, parent, month_start, month_end, CASE parent WHEN 'intent' THEN 50 ELSE 100 END);
		EXECUTE format('REVOKE ALL ON public.%I FROM vriddhi_app', partition);
	END LOOP;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "make_order_partitions"(date) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION "make_order_partitions"(date) TO vriddhi_app;
