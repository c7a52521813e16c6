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
ALTER TABLE "broker_links" ADD CONSTRAINT "broker_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broker_logins" ADD CONSTRAINT "broker_logins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broker_logins" ADD CONSTRAINT "broker_logins_link_id_broker_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."broker_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connect_links" ADD CONSTRAINT "connect_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connect_links" ADD CONSTRAINT "connect_links_link_id_broker_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."broker_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "broker_links_session" ON "broker_links" USING btree ("broker","session_until");--> statement-breakpoint
CREATE INDEX "broker_logins_link" ON "broker_logins" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "connect_links_link" ON "connect_links" USING btree ("link_id");