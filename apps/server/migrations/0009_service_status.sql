CREATE TABLE "status_incident" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "status_incident_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"part" text NOT NULL,
	"began_at" timestamptz(3) NOT NULL,
	"ended_at" timestamptz(3)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "status_incident_open" ON "status_incident" USING btree ("part") WHERE "status_incident"."ended_at" IS NULL;--> statement-breakpoint
CREATE INDEX "wire_record_at" ON "wire_record" USING brin ("at");