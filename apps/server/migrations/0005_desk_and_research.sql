CREATE TABLE "billing_details" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"state" text NOT NULL,
	"gstin" text,
	"changed_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "billing_details" ADD CONSTRAINT "billing_details_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "igst_paise" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "buyer_address" text;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "buyer_state" text;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "buyer_gstin" text;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "seller" jsonb;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "band_paise" bigint;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "list_paise" bigint;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "coupon_code" text;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "period_start" timestamptz(3);
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "period_end" timestamptz(3);
--> statement-breakpoint
ALTER TABLE "invoices" DROP CONSTRAINT "invoices_sum";
--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_sum" CHECK ("invoices"."taxable_paise" + "invoices"."cgst_paise" + "invoices"."sgst_paise" + "invoices"."igst_paise" = "invoices"."amount_paise");
--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "uses_per_person" integer DEFAULT 1;

--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_role";
--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role" CHECK ("users"."role" in ('user', 'blog_admin', 'support', 'admin'));
--> statement-breakpoint
CREATE TABLE "admin_session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"user_id" uuid NOT NULL REFERENCES "users"("id") ON DELETE CASCADE,
	"door" text NOT NULL,
	"browser_hash" "bytea",
	"device" text NOT NULL,
	"ip" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"proved_at" timestamptz(3) NOT NULL,
	"proved_by" text NOT NULL,
	CONSTRAINT "admin_session_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "admin_session_door" CHECK ("admin_session"."door" in ('desk', 'blog'))
);
--> statement-breakpoint
CREATE INDEX "admin_session_user" ON "admin_session" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "admin_session_age" ON "admin_session" USING btree ("expires_at");
--> statement-breakpoint
CREATE TABLE "operator_placement" (
	"id" uuid PRIMARY KEY NOT NULL,
	"by_user_id" uuid NOT NULL,
	"source" text NOT NULL,
	"placed_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE INDEX "operator_placement_at" ON "operator_placement" USING btree ("placed_at");
--> statement-breakpoint
CREATE TABLE "operator_order" (
	"id" text PRIMARY KEY NOT NULL,
	"placement_id" uuid NOT NULL REFERENCES "operator_placement"("id"),
	"n" integer NOT NULL,
	"trading_day" date NOT NULL,
	"isin" text NOT NULL,
	"symbol" text NOT NULL,
	"side" text NOT NULL,
	"order_type" text NOT NULL,
	"total_quantity" integer NOT NULL,
	"limit_paise" bigint,
	"price_paise" bigint NOT NULL,
	"stop_paise" bigint NOT NULL,
	"made_at" timestamptz(3) NOT NULL,
	"valid_until" timestamptz(3) NOT NULL,
	CONSTRAINT "operator_order_once" UNIQUE("placement_id","n")
);
--> statement-breakpoint
CREATE INDEX "operator_order_day" ON "operator_order" USING btree ("trading_day","valid_until");
--> statement-breakpoint
CREATE TABLE "operator_share" (
	"order_id" text NOT NULL REFERENCES "operator_order"("id"),
	"account_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"broker" text NOT NULL,
	"quantity" integer NOT NULL,
	"capital_paise" bigint NOT NULL,
	CONSTRAINT "operator_share_pk" PRIMARY KEY("order_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "scheduled_order" (
	"id" uuid PRIMARY KEY NOT NULL,
	"by_user_id" uuid NOT NULL,
	"isin" text NOT NULL,
	"symbol" text NOT NULL,
	"side" text NOT NULL,
	"order_type" text NOT NULL,
	"total_quantity" integer NOT NULL,
	"limit_paise" bigint,
	"due_at" timestamptz(3) NOT NULL,
	"trading_day" date NOT NULL,
	"state" text NOT NULL,
	"placement_id" uuid,
	"note" text,
	"created_at" timestamptz(3) NOT NULL,
	"ended_at" timestamptz(3)
);
--> statement-breakpoint
CREATE INDEX "scheduled_order_pending" ON "scheduled_order" USING btree ("due_at") WHERE "state" = 'pending';
--> statement-breakpoint
CREATE INDEX "scheduled_order_day" ON "scheduled_order" USING btree ("trading_day");
--> statement-breakpoint
CREATE TABLE "waiting_act" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"sentence" text NOT NULL,
	"wish" jsonb NOT NULL,
	"asked_by" uuid NOT NULL,
	"state" text NOT NULL,
	"decided_by" uuid,
	"outcome" text,
	"asked_at" timestamptz(3) NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"decided_at" timestamptz(3)
);
--> statement-breakpoint
CREATE INDEX "waiting_act_at" ON "waiting_act" USING btree ("asked_at");
--> statement-breakpoint
ALTER TABLE "audit_event" ADD COLUMN "by_user_id" uuid;
--> statement-breakpoint
CREATE INDEX "audit_event_desk" ON "audit_event" USING btree ("id") WHERE "by_user_id" IS NOT NULL;
--> statement-breakpoint
CREATE TABLE "audit_seal" (
	"n" integer PRIMARY KEY NOT NULL,
	"rows" integer NOT NULL,
	"head" "bytea" NOT NULL,
	"sealed_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_sealed_row" (
	"event_id" bigint PRIMARY KEY NOT NULL,
	"seal" integer NOT NULL REFERENCES "audit_seal"("n")
);
--> statement-breakpoint
CREATE INDEX "audit_sealed_row_seal" ON "audit_sealed_row" USING btree ("seal");
--> statement-breakpoint
CREATE TABLE "blog_posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" varchar(255) NOT NULL,
	"content" text NOT NULL,
	"excerpt" text NOT NULL,
	"excerpt_html" text NOT NULL,
	"featured_image_url" text,
	"image" jsonb,
	"image_alt" text DEFAULT '' NOT NULL,
	"slug" varchar(255) NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"reading_minutes" integer NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"publish_at" timestamptz(3),
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3),
	"revision" integer DEFAULT 1 NOT NULL,
	"html" text NOT NULL,
	"headings" jsonb NOT NULL,
	"has_math" boolean NOT NULL,
	"rendered_by" integer NOT NULL,
	"search" tsvector NOT NULL,
	CONSTRAINT "blog_posts_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE INDEX "blog_posts_newest" ON "blog_posts" USING btree ("published","created_at" DESC NULLS LAST,"id");
--> statement-breakpoint
CREATE INDEX "blog_posts_tags" ON "blog_posts" USING gin ("tags");
--> statement-breakpoint
CREATE INDEX "blog_posts_search" ON "blog_posts" USING gin ("search");
--> statement-breakpoint
CREATE INDEX "blog_posts_due" ON "blog_posts" USING btree ("publish_at") WHERE not "blog_posts"."published";
--> statement-breakpoint
CREATE TABLE "blog_revisions" (
	"post_id" uuid NOT NULL REFERENCES "blog_posts"("id") ON DELETE cascade,
	"revision" integer NOT NULL,
	"title" varchar(255) NOT NULL,
	"content" text NOT NULL,
	"excerpt" text NOT NULL,
	"tags" text[] NOT NULL,
	"featured_image_url" text,
	"image_alt" text NOT NULL,
	"saved_at" timestamptz(3) NOT NULL,
	"saved_by" text,
	CONSTRAINT "blog_revisions_post_id_revision_pk" PRIMARY KEY("post_id","revision")
);
--> statement-breakpoint
CREATE TABLE "blog_images" (
	"name" text PRIMARY KEY NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"sources" jsonb NOT NULL,
	"uploaded_at" timestamptz(3) NOT NULL,
	"uploaded_by" text
);
--> statement-breakpoint
ALTER TABLE "blog_posts" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "blog_revisions" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "blog_images" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "blog_posts_read" ON "blog_posts" FOR SELECT TO "vriddhi_blog_reader" USING ("published");
--> statement-breakpoint
CREATE POLICY "blog_posts_write" ON "blog_posts" FOR ALL TO "vriddhi_blog_writer" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "blog_revisions_write" ON "blog_revisions" FOR ALL TO "vriddhi_blog_writer" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "blog_images_write" ON "blog_images" FOR ALL TO "vriddhi_blog_writer" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE TABLE "newsletter_readers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"state" text NOT NULL,
	"token_hash" text,
	"confirm_until" timestamptz(3),
	"soft_bounces" integer DEFAULT 0 NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"confirmed_at" timestamptz(3),
	"ended_at" timestamptz(3),
	CONSTRAINT "newsletter_readers_email_unique" UNIQUE("email"),
	CONSTRAINT "newsletter_readers_state_known" CHECK ("newsletter_readers"."state" in ('unconfirmed', 'confirmed', 'unsubscribed', 'bounced'))
);
--> statement-breakpoint
CREATE INDEX "newsletter_readers_state" ON "newsletter_readers" USING btree ("state");
--> statement-breakpoint
CREATE INDEX "newsletter_readers_token" ON "newsletter_readers" USING btree ("token_hash");
--> statement-breakpoint
CREATE TABLE "newsletter_issues" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"category" text NOT NULL,
	"content" text NOT NULL,
	"html" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3),
	"sending_at" timestamptz(3),
	"sent_at" timestamptz(3),
	"filled_to" uuid,
	"is_filled" boolean DEFAULT false NOT NULL,
	"totals" jsonb
);
--> statement-breakpoint
CREATE TABLE "newsletter_deliveries" (
	"issue_id" uuid NOT NULL REFERENCES "newsletter_issues"("id") ON DELETE cascade,
	"reader_id" uuid NOT NULL REFERENCES "newsletter_readers"("id") ON DELETE cascade,
	"state" text NOT NULL,
	"owner" text,
	"changed_at" timestamptz(3) NOT NULL,
	CONSTRAINT "newsletter_deliveries_issue_id_reader_id_pk" PRIMARY KEY("issue_id","reader_id")
);
--> statement-breakpoint
CREATE INDEX "newsletter_deliveries_open" ON "newsletter_deliveries" USING btree ("issue_id","state") WHERE "newsletter_deliveries"."state" in ('waiting', 'sending');
--> statement-breakpoint
CREATE INDEX "newsletter_deliveries_reader" ON "newsletter_deliveries" USING btree ("reader_id");
--> statement-breakpoint
ALTER TABLE "support_threads" ADD COLUMN "writer_at" timestamptz(3);
--> statement-breakpoint
UPDATE "support_threads" SET "writer_at" = "created_at";
--> statement-breakpoint
ALTER TABLE "support_threads" ALTER COLUMN "writer_at" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "support_threads" ADD COLUMN "desk_at" timestamptz(3);
--> statement-breakpoint
ALTER TABLE "support_threads" ADD COLUMN "writer_read_at" timestamptz(3);
--> statement-breakpoint
ALTER TABLE "support_threads" ADD COLUMN "desk_read_at" timestamptz(3);
--> statement-breakpoint
ALTER TABLE "support_threads" ADD COLUMN "writer_mailed_at" timestamptz(3);
--> statement-breakpoint
ALTER TABLE "support_threads" ADD COLUMN "desk_mailed_at" timestamptz(3);
--> statement-breakpoint
UPDATE "support_threads" SET "desk_mailed_at" = "created_at";
--> statement-breakpoint
ALTER TABLE "support_messages" ADD COLUMN "by_user_id" uuid;
--> statement-breakpoint
ALTER TABLE "support_messages" ADD COLUMN "seq" bigint GENERATED ALWAYS AS IDENTITY;
--> statement-breakpoint
CREATE TABLE "support_canned" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_at" timestamptz(3);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_reason" text;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_by" uuid;
--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree (lower("name"),"id") WHERE "deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "broker_links_synced" ON "broker_links" USING btree ("broker","last_call_at");

--> statement-breakpoint
ALTER TABLE "guarantee_results" ADD COLUMN "granted_at" timestamptz(3);
--> statement-breakpoint
ALTER TABLE "guarantee_results" ADD COLUMN "granted_by" uuid;
--> statement-breakpoint
ALTER TABLE "guarantee_results" ADD COLUMN "granted_reason" text;
--> statement-breakpoint
CREATE INDEX "guarantee_results_judged" ON "guarantee_results" USING btree ("judged_at","id");
--> statement-breakpoint
CREATE TABLE "tick_block" (
	"desk" text NOT NULL,
	"trading_day" date NOT NULL,
	"epoch" bigint NOT NULL,
	"seq" integer NOT NULL,
	"ticks" integer NOT NULL,
	"isins" text[] NOT NULL,
	"data" "bytea" NOT NULL,
	CONSTRAINT "tick_block_once" PRIMARY KEY("desk","trading_day","epoch","seq")
);
--> statement-breakpoint
ALTER TABLE "tick_block" ALTER COLUMN "data" SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE "drift_report" ADD COLUMN "minutes_unrecorded" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "drift_report" ADD COLUMN "bars_differing" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "drift_report" ADD COLUMN "ticks" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- Months of orders that have had their years go as a whole. The product's role may ask for it and no more: whatever it
-- asks, five years by the database's own date stay, and the trail of the desk and its seals are never touched.
CREATE FUNCTION "drop_old_orders"("before" date) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	kept_from date := least(before, (date_trunc('month', current_date) - interval '5 years')::date);
	month record;
	dropped integer := 0;
BEGIN
	FOR month IN
		SELECT child.relname FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
		WHERE inhparent IN ('public.intent'::regclass, 'public.ledger'::regclass)
			AND child.relname ~ '^(intent|ledger)_[0-9]{4}_[0-9]{2}$'
			AND to_date(right(child.relname, 7), 'YYYY_MM') + interval '1 month' <= kept_from
	LOOP
		EXECUTE format('DROP TABLE public.%I', month.relname);
		dropped := dropped + 1;
	END LOOP;
	DELETE FROM public.command WHERE sent_at < kept_from;
	DELETE FROM public.operator_share WHERE order_id IN (SELECT id FROM public.operator_order WHERE trading_day < kept_from);
	RETURN dropped;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "drop_old_orders"(date) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION "drop_old_orders"(date) TO vriddhi_app;
--> statement-breakpoint
CREATE INDEX "audit_event_ledger" ON "audit_event" USING btree ("id") WHERE "audit_event"."kind" = 'ledger_sealed';
--> statement-breakpoint
ALTER TABLE "admin_session" ADD COLUMN "is_bound" boolean GENERATED ALWAYS AS ("browser_hash" IS NOT NULL) STORED;
