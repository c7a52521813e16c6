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
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_thread_id_support_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."support_threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_threads" ADD CONSTRAINT "support_threads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "support_messages_thread" ON "support_messages" USING btree ("thread_id","created_at");--> statement-breakpoint
CREATE INDEX "support_threads_user" ON "support_threads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "support_threads_email" ON "support_threads" USING btree ("email");--> statement-breakpoint
CREATE INDEX "support_threads_status" ON "support_threads" USING btree ("status","created_at");