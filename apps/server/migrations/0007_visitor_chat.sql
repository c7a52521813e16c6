ALTER TABLE "support_threads" ADD COLUMN "visitor_hash" "bytea";--> statement-breakpoint
CREATE INDEX "support_threads_visitor" ON "support_threads" USING btree ("visitor_hash");
