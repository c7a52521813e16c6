CREATE TABLE "market_years" (
	"year" integer PRIMARY KEY NOT NULL,
	"closures" jsonb NOT NULL,
	"sessions" jsonb NOT NULL,
	"listed_at" timestamptz(3) NOT NULL
);
