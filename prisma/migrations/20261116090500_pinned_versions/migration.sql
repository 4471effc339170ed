-- Forms and snapshots name versions of questions and show them for ever: a version is never rewritten.
CREATE FUNCTION "keep_question_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'Versions of questions are never changed or deleted.' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER "question_versions_kept" BEFORE UPDATE OR DELETE ON "question_versions"
FOR EACH ROW EXECUTE FUNCTION "keep_question_version"();
