-- From where a load was reported: whether a release fails is not for one network to say.
ALTER TABLE release_load ADD COLUMN network text NOT NULL DEFAULT '';
