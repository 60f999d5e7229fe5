-- Open connections look again at what their user may see when a membership changes, whoever changed it.
CREATE FUNCTION project_members_tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('studio_access_changed', CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END::text);
  RETURN NULL;
END $$;
CREATE TRIGGER project_members_tell AFTER INSERT OR UPDATE OR DELETE ON project_members
  FOR EACH ROW EXECUTE FUNCTION project_members_tell();
