ALTER TABLE "data_key" ADD COLUMN "is_sealing" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "broker_links" ADD CONSTRAINT "broker_links_address" UNIQUE("local_address");