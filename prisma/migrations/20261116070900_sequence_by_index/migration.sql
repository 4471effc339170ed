-- What is new in the log is at the end of its index. Until statistics are collected, PostgreSQL would
-- read all of it each time; one plan serves all calls.
ALTER FUNCTION "sequence_events"() SET enable_seqscan = off;
ALTER FUNCTION "sequence_events"() SET plan_cache_mode = force_generic_plan;
