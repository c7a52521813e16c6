CREATE TABLE "billing_notices" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"at" timestamptz(3) NOT NULL,
	CONSTRAINT "billing_notices_user_id_kind_day_pk" PRIMARY KEY("user_id","kind","day")
);
--> statement-breakpoint
CREATE TABLE "coupon_uses" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"held_until" timestamptz(3) NOT NULL,
	"used_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"code" text PRIMARY KEY NOT NULL,
	"discount" integer NOT NULL,
	"ends_at" timestamptz(3),
	"uses_max" integer,
	CONSTRAINT "coupons_discount" CHECK ("coupons"."discount" between 100 and 10000)
);
--> statement-breakpoint
CREATE TABLE "guarantee_results" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"plan" text NOT NULL,
	"period_start" timestamptz(3) NOT NULL,
	"period_end" timestamptz(3) NOT NULL,
	"gross_paise" bigint,
	"fee_paise" bigint NOT NULL,
	"outcome" text NOT NULL,
	"evidence" jsonb NOT NULL,
	"judged_at" timestamptz(3) NOT NULL,
	CONSTRAINT "guarantee_results_order_id_unique" UNIQUE("order_id")
);
--> statement-breakpoint
CREATE TABLE "invoice_series" (
	"kind" text NOT NULL,
	"fiscal_year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "invoice_series_kind_fiscal_year_pk" PRIMARY KEY("kind","fiscal_year")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"fiscal_year" integer NOT NULL,
	"serial" integer NOT NULL,
	"number" text NOT NULL,
	"user_id" uuid,
	"order_id" uuid NOT NULL,
	"refund_id" uuid,
	"buyer_name" text,
	"buyer_email" text,
	"description" text NOT NULL,
	"payment_id" text NOT NULL,
	"amount_paise" bigint NOT NULL,
	"taxable_paise" bigint NOT NULL,
	"cgst_paise" bigint NOT NULL,
	"sgst_paise" bigint NOT NULL,
	"issued_at" timestamptz(3) NOT NULL,
	CONSTRAINT "invoices_number_unique" UNIQUE("number"),
	CONSTRAINT "invoices_refund_id_unique" UNIQUE("refund_id"),
	CONSTRAINT "invoices_sum" CHECK ("invoices"."taxable_paise" + "invoices"."cgst_paise" + "invoices"."sgst_paise" = "invoices"."amount_paise")
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"received_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"kind" text NOT NULL,
	"plan" text NOT NULL,
	"band_paise" bigint NOT NULL,
	"amount_paise" bigint NOT NULL,
	"coupon_code" text,
	"provider_order_id" text,
	"state" text NOT NULL,
	"payment_id" text,
	"created_at" timestamptz(3) NOT NULL,
	"paid_at" timestamptz(3),
	"settled_at" timestamptz(3),
	"buyer_email" text,
	"next_check_at" timestamptz(3),
	CONSTRAINT "payment_orders_provider_order_id_unique" UNIQUE("provider_order_id"),
	CONSTRAINT "payment_orders_payment_id_unique" UNIQUE("payment_id"),
	CONSTRAINT "payment_orders_amount" CHECK ("payment_orders"."amount_paise" > 0),
	CONSTRAINT "payment_orders_paid" CHECK (("payment_orders"."state" = 'paid') = ("payment_orders"."payment_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"payment_id" text NOT NULL,
	"amount_paise" bigint NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"provider_refund_id" text,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"changed_at" timestamptz(3) NOT NULL,
	CONSTRAINT "refunds_provider_refund_id_unique" UNIQUE("provider_refund_id")
);
--> statement-breakpoint
CREATE TABLE "reminders_off" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trial_uses" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"phone_hash" "bytea",
	"started_at" timestamptz(3) NOT NULL,
	CONSTRAINT "trial_uses_phone_hash_unique" UNIQUE("phone_hash")
);
--> statement-breakpoint
CREATE TABLE "broker_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"broker" text NOT NULL,
	"client_id" text NOT NULL,
	"app_key" text NOT NULL,
	"sealed_app_secret" text,
	"sealed_pin" text,
	"sealed_totp" text,
	"is_auto_approved" boolean DEFAULT false NOT NULL,
	"daily_trades_max" integer DEFAULT 50 NOT NULL,
	"is_risk_managed" boolean DEFAULT true NOT NULL,
	"is_proven" boolean DEFAULT false NOT NULL,
	"is_left" boolean DEFAULT false NOT NULL,
	"profile" jsonb,
	"sealed_access" text,
	"sealed_refresh" text,
	"sealed_feed" text,
	"refresh_handle" text,
	"session_from" timestamptz(3),
	"session_until" timestamptz(3),
	"last_call_at" timestamptz(3),
	"local_address" text,
	"proxy_url" text,
	"algo_id" text,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "broker_links_user" UNIQUE("user_id","broker"),
	CONSTRAINT "broker_links_client" UNIQUE("broker","client_id"),
	CONSTRAINT "broker_links_address" UNIQUE("local_address"),
	CONSTRAINT "broker_links_session_whole" CHECK (("broker_links"."sealed_access" is null) = ("broker_links"."session_until" is null))
);
--> statement-breakpoint
CREATE TABLE "broker_logins" (
	"state_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"used_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "connect_links" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"used_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "notification_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"notification_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"target" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"useful_until" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "notification_deliveries_once" UNIQUE("notification_id","channel","target"),
	CONSTRAINT "notification_deliveries_state_known" CHECK ("notification_deliveries"."state" in ('queued', 'sent', 'gone', 'refused', 'failed', 'expired'))
);
--> statement-breakpoint
CREATE TABLE "notification_rules" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"has_quiet_nights" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_switches" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"is_on" boolean NOT NULL,
	CONSTRAINT "notification_switches_user_id_kind_channel_pk" PRIMARY KEY("user_id","kind","channel")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	CONSTRAINT "notifications_once" UNIQUE("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "push_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"sealed_keys" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	CONSTRAINT "push_devices_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "telegram_chats" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"chat_id" text NOT NULL,
	"name" text NOT NULL,
	"linked_at" timestamptz(3) NOT NULL,
	CONSTRAINT "telegram_chats_chat_id_unique" UNIQUE("chat_id")
);
--> statement-breakpoint
CREATE TABLE "telegram_cursor" (
	"name" text PRIMARY KEY NOT NULL,
	"next_update" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "telegram_tokens" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"used_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "user_event_heads" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"last_seq" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"seq" bigint,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"at" timestamptz(3) NOT NULL,
	CONSTRAINT "user_events_order" UNIQUE("user_id","seq")
);
--> statement-breakpoint
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
CREATE TABLE "support_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"thread_id" uuid NOT NULL,
	"author" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	CONSTRAINT "support_messages_author_known" CHECK ("support_messages"."author" in ('writer', 'desk'))
);
--> statement-breakpoint
CREATE TABLE "support_threads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"topic" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	CONSTRAINT "support_threads_reference_unique" UNIQUE("reference"),
	CONSTRAINT "support_threads_status_known" CHECK ("support_threads"."status" in ('open', 'answered', 'closed'))
);
--> statement-breakpoint
ALTER TABLE "data_key" ADD COLUMN "is_sealing" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription_periods" ADD COLUMN "order_id" uuid;--> statement-breakpoint
ALTER TABLE "billing_notices" ADD CONSTRAINT "billing_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_order_id_payment_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_code_coupons_code_fk" FOREIGN KEY ("code") REFERENCES "public"."coupons"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guarantee_results" ADD CONSTRAINT "guarantee_results_order_id_payment_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guarantee_results" ADD CONSTRAINT "guarantee_results_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_order_id_payment_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_orders" ADD CONSTRAINT "payment_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_payment_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders_off" ADD CONSTRAINT "reminders_off_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trial_uses" ADD CONSTRAINT "trial_uses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broker_links" ADD CONSTRAINT "broker_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broker_logins" ADD CONSTRAINT "broker_logins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broker_logins" ADD CONSTRAINT "broker_logins_link_id_broker_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."broker_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connect_links" ADD CONSTRAINT "connect_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connect_links" ADD CONSTRAINT "connect_links_link_id_broker_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."broker_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_rules" ADD CONSTRAINT "notification_rules_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_switches" ADD CONSTRAINT "notification_switches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "telegram_chats" ADD CONSTRAINT "telegram_chats_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "telegram_tokens" ADD CONSTRAINT "telegram_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_event_heads" ADD CONSTRAINT "user_event_heads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_events" ADD CONSTRAINT "user_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_readiness" ADD CONSTRAINT "account_readiness_link_id_broker_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."broker_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_starts" ADD CONSTRAINT "day_starts_link_id_broker_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."broker_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_thread_id_support_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."support_threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_threads" ADD CONSTRAINT "support_threads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "coupon_uses_code" ON "coupon_uses" USING btree ("code");--> statement-breakpoint
CREATE INDEX "guarantee_results_user" ON "guarantee_results" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_serial" ON "invoices" USING btree ("kind","fiscal_year","serial");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_once" ON "invoices" USING btree ("order_id") WHERE "invoices"."kind" = 'invoice';--> statement-breakpoint
CREATE INDEX "invoices_user" ON "invoices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "invoices_order" ON "invoices" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payment_orders_user" ON "payment_orders" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_orders_check" ON "payment_orders" USING btree ("next_check_at") WHERE "payment_orders"."state" <> 'paid';--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_once" ON "refunds" USING btree ("payment_id","reason") WHERE "refunds"."reason" <> 'operator';--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("state") WHERE "refunds"."state" in ('due', 'sent', 'payout');--> statement-breakpoint
CREATE INDEX "broker_links_session" ON "broker_links" USING btree ("broker","session_until");--> statement-breakpoint
CREATE INDEX "broker_logins_link" ON "broker_logins" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "connect_links_link" ON "connect_links" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "notification_deliveries_user" ON "notification_deliveries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notifications_age" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "push_devices_user" ON "push_devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "telegram_tokens_user" ON "telegram_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_events_new" ON "user_events" USING btree ("id") WHERE "user_events"."seq" is null;--> statement-breakpoint
CREATE INDEX "user_events_age" ON "user_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "due_steps_open" ON "due_steps" USING btree ("due_at","rank") WHERE "due_steps"."state" in ('due', 'running');--> statement-breakpoint
CREATE INDEX "due_steps_subject" ON "due_steps" USING btree ("subject","trading_day");--> statement-breakpoint
CREATE INDEX "instruments_symbol" ON "instruments" USING btree ("symbol");--> statement-breakpoint
CREATE INDEX "support_messages_thread" ON "support_messages" USING btree ("thread_id","created_at");--> statement-breakpoint
CREATE INDEX "support_threads_user" ON "support_threads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "support_threads_email" ON "support_threads" USING btree ("email");--> statement-breakpoint
CREATE INDEX "support_threads_status" ON "support_threads" USING btree ("status","created_at");--> statement-breakpoint
ALTER TABLE "subscription_periods" ADD CONSTRAINT "subscription_periods_order_id_payment_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscription_periods_order" ON "subscription_periods" USING btree ("order_id");