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
