CREATE TABLE "algo_run" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"broker" text NOT NULL,
	"link_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"trading_day" date NOT NULL,
	"capital_paise" bigint NOT NULL,
	"approval_mode" text NOT NULL,
	"is_background" boolean NOT NULL,
	"day_approved_at" timestamptz(3),
	"started_at" timestamptz(3) NOT NULL,
	"started_by" text NOT NULL,
	"seen_at" timestamptz(3) NOT NULL,
	"stopped_at" timestamptz(3),
	"stop_cause" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "algo_run_one" ON "algo_run" USING btree ("user_id","broker") WHERE "algo_run"."stopped_at" IS NULL;--> statement-breakpoint
CREATE INDEX "algo_run_day" ON "algo_run" USING btree ("trading_day","broker");--> statement-breakpoint
CREATE INDEX "algo_run_account" ON "algo_run" USING btree ("account_id","trading_day");--> statement-breakpoint
CREATE TABLE "signal" (
	"id" text PRIMARY KEY NOT NULL,
	"desk" text NOT NULL,
	"trading_day" date NOT NULL,
	"seq" integer NOT NULL,
	"epoch" bigint NOT NULL,
	"isin" text NOT NULL,
	"symbol" text NOT NULL,
	"side" text NOT NULL,
	"price_paise" bigint NOT NULL,
	"stop_paise" bigint NOT NULL,
	"target_paise" bigint,
	"median_turnover_paise" bigint NOT NULL,
	"all_capital_paise" bigint NOT NULL,
	"rotation_paise" bigint NOT NULL,
	"made_at" timestamptz(3) NOT NULL,
	"valid_until" timestamptz(3) NOT NULL,
	"market_at" timestamptz(3) NOT NULL,
	"sentence" text NOT NULL,
	"record" jsonb NOT NULL,
	CONSTRAINT "signal_once" UNIQUE("desk","trading_day","seq")
);
--> statement-breakpoint
CREATE TABLE "shortlist_pick" (
	"desk" text NOT NULL,
	"trading_day" date NOT NULL,
	"rank" integer NOT NULL,
	"isin" text NOT NULL,
	"symbol" text NOT NULL,
	"score" double precision NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "shortlist_pick_pk" PRIMARY KEY("desk","trading_day","rank")
);

--> statement-breakpoint
CREATE TABLE "approval_offer" (
	"tag" text PRIMARY KEY NOT NULL,
	"trading_day" date NOT NULL,
	"account_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"broker" text NOT NULL,
	"signal_id" text NOT NULL,
	"isin" text NOT NULL,
	"symbol" text NOT NULL,
	"side" text NOT NULL,
	"quantity" integer NOT NULL,
	"limit_paise" bigint NOT NULL,
	"signal_price_paise" bigint NOT NULL,
	"sentence" text NOT NULL,
	"offered_at" timestamptz(3) NOT NULL,
	"until" timestamptz(3) NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"answer" text,
	"decided_at" timestamptz(3),
	"decided_by" text,
	"is_applied" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "approval_offer_user" ON "approval_offer" USING btree ("user_id","offered_at");--> statement-breakpoint
CREATE INDEX "approval_offer_token" ON "approval_offer" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "approval_offer_open" ON "approval_offer" USING btree ("trading_day") WHERE NOT "approval_offer"."is_applied";--> statement-breakpoint
CREATE TABLE "foreign_position" (
	"account_id" text NOT NULL,
	"trading_day" date NOT NULL,
	"broker_symbol" text NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "foreign_position_pk" PRIMARY KEY("account_id","trading_day","broker_symbol")
);
--> statement-breakpoint
CREATE INDEX "foreign_position_share" ON "foreign_position" USING btree ("trading_day","broker_symbol");--> statement-breakpoint
CREATE TABLE "signal_summary" (
	"signal_id" text PRIMARY KEY NOT NULL,
	"summary" jsonb NOT NULL,
	"made_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
-- Drops the months of the trace that lie wholly before the day. The product's role may ask for it and own nothing of it;
-- orders and ledger are not its business.
CREATE FUNCTION "drop_wire_records"("before" date) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	month record;
	dropped integer := 0;
BEGIN
	FOR month IN
		SELECT child.relname FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
		WHERE inhparent = 'public.wire_record'::regclass AND child.relname ~ '^wire_record_[0-9]{4}_[0-9]{2}$'
			AND to_date(right(child.relname, 7), 'YYYY_MM') + interval '1 month' <= least(before, current_date - 31)
	LOOP
		EXECUTE format('DROP TABLE public.%I', month.relname);
		dropped := dropped + 1;
	END LOOP;
	RETURN dropped;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "drop_wire_records"(date) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION "drop_wire_records"(date) TO vriddhi_app;
--> statement-breakpoint
-- Statistics of the tables of orders, which the product's role may not gather itself.
CREATE FUNCTION "analyze_orders"() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	ANALYZE public.intent, public.command, public.ledger, public.wire_record, public.algo_run, public.approval_offer;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "analyze_orders"() FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION "analyze_orders"() TO vriddhi_app;
--> statement-breakpoint
CREATE TABLE "algo_setting" (
	"user_id" uuid NOT NULL,
	"broker" text NOT NULL,
	"approval_mode" text,
	"standing_capital_paise" bigint,
	"standing_from" date,
	CONSTRAINT "algo_setting_pk" PRIMARY KEY("user_id","broker"),
	CONSTRAINT "algo_setting_standing_whole" CHECK (("algo_setting"."standing_capital_paise" is null) = ("algo_setting"."standing_from" is null))
);
--> statement-breakpoint
CREATE TABLE "algo_consent" (
	"user_id" uuid NOT NULL,
	"version" text NOT NULL,
	"at" timestamptz(3) NOT NULL,
	"ip" text NOT NULL,
	CONSTRAINT "algo_consent_pk" PRIMARY KEY("user_id","version")
);
--> statement-breakpoint
CREATE TABLE "kill_switch" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"trading_day" date NOT NULL,
	"pressed_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "capital_choice" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"capital_paise" bigint NOT NULL,
	"is_active" boolean NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "capital_choice_once" UNIQUE("user_id","scope")
);
--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"turn" uuid NOT NULL,
	"lease_until" timestamptz(3) NOT NULL,
	"status" integer,
	"reply" json,
	"expires_at" timestamptz(3) NOT NULL,
	CONSTRAINT "idempotency_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
ALTER TABLE "algo_setting" ADD CONSTRAINT "algo_setting_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kill_switch" ADD CONSTRAINT "kill_switch_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capital_choice" ADD CONSTRAINT "capital_choice_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_key_age" ON "idempotency_key" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "algo_run_user" ON "algo_run" USING btree ("user_id","trading_day");--> statement-breakpoint
CREATE INDEX "algo_run_running" ON "algo_run" USING btree ("trading_day") WHERE "algo_run"."stopped_at" IS NULL;
--> statement-breakpoint
CREATE TABLE "bar_minute" (
	"desk" text NOT NULL,
	"trading_day" date NOT NULL,
	"minute" smallint NOT NULL,
	"is_whole" boolean NOT NULL,
	"bars" jsonb NOT NULL,
	CONSTRAINT "bar_minute_once" PRIMARY KEY("desk","trading_day","minute")
);
--> statement-breakpoint
CREATE TABLE "desk_day" (
	"desk" text NOT NULL,
	"trading_day" date NOT NULL,
	"facts" jsonb NOT NULL,
	"quotes" jsonb,
	"left_out" jsonb NOT NULL,
	"silence" text,
	"closed_at" timestamptz(3),
	CONSTRAINT "desk_day_once" PRIMARY KEY("desk","trading_day")
);
--> statement-breakpoint
CREATE TABLE "day_bar" (
	"isin" text NOT NULL,
	"trading_day" date NOT NULL,
	"open" bigint NOT NULL,
	"high" bigint NOT NULL,
	"low" bigint NOT NULL,
	"close" bigint NOT NULL,
	"turnover" bigint NOT NULL,
	"range_turnover" bigint NOT NULL,
	CONSTRAINT "day_bar_once" PRIMARY KEY("trading_day","isin")
);
--> statement-breakpoint
CREATE TABLE "history_ask" (
	"isin" text NOT NULL,
	"trading_day" date NOT NULL,
	CONSTRAINT "history_ask_once" PRIMARY KEY("trading_day","isin")
);
--> statement-breakpoint
CREATE TABLE "wanted_price" (
	"process" text PRIMARY KEY NOT NULL,
	"isins" text[] NOT NULL,
	"wanted_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drift_report" (
	"desk" text NOT NULL,
	"trading_day" date NOT NULL,
	"same" integer NOT NULL,
	"missed" integer NOT NULL,
	"extra" integer NOT NULL,
	"fills" integer NOT NULL,
	"slippage_basis_points" double precision,
	"minutes_heard" integer NOT NULL,
	"minutes_missed" integer NOT NULL,
	"sentence" text NOT NULL,
	"made_at" timestamptz(3) NOT NULL,
	CONSTRAINT "drift_report_once" PRIMARY KEY("desk","trading_day")
);
--> statement-breakpoint
CREATE TABLE "paper_account" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"capital_paise" bigint NOT NULL,
	"day" date NOT NULL,
	"cash_paise" bigint NOT NULL,
	"taken" jsonb NOT NULL,
	"session_no" integer NOT NULL,
	"opened_at" timestamptz(3) NOT NULL,
	"life" integer NOT NULL,
	CONSTRAINT "paper_account_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "paper_account_account_id_unique" UNIQUE("account_id")
);
--> statement-breakpoint
CREATE TABLE "paper_order" (
	"paper_id" uuid NOT NULL,
	"life" integer NOT NULL,
	"day" date NOT NULL,
	"no" integer NOT NULL,
	"tag" text,
	"isin" text NOT NULL,
	"is_final" boolean NOT NULL,
	"state" jsonb NOT NULL,
	CONSTRAINT "paper_order_pk" PRIMARY KEY("paper_id","life","day","no"),
	CONSTRAINT "paper_order_tag" UNIQUE("paper_id","life","day","tag")
);
--> statement-breakpoint
CREATE TABLE "paper_fill" (
	"paper_id" uuid NOT NULL,
	"life" integer NOT NULL,
	"day" date NOT NULL,
	"no" integer NOT NULL,
	"fill" jsonb NOT NULL,
	CONSTRAINT "paper_fill_pk" PRIMARY KEY("paper_id","life","day","no")
);
--> statement-breakpoint
ALTER TABLE "paper_account" ADD CONSTRAINT "paper_account_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_order" ADD CONSTRAINT "paper_order_paper_id_paper_account_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."paper_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_fill" ADD CONSTRAINT "paper_fill_paper_id_paper_account_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."paper_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "paper_order_working" ON "paper_order" USING btree ("isin") WHERE NOT "paper_order"."is_final";
--> statement-breakpoint
-- Whom the 9:00 step started stands in algo_run.
DROP TABLE "day_starts";
