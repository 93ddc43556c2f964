"""The table in the browser: `flank-envs serve`. Play, watch, look into a policy; needs the extra `web`."""
