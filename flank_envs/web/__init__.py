"""The table in the browser: `flank-envs serve`. Play, watch, look into a policy; needs the extra `web`.

Routes, the tables that people sit at, pages, and what keeps strangers out. Rules, pictures and players come from the
other rooms; no other room but the command line imports this one.
"""
