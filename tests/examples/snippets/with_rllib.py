import flank_envs.interfaces.rllib

config = flank_envs.interfaces.rllib.ppo("hold_the_line").env_runners(num_env_runners=0)
algorithm = config.training(train_batch_size_per_learner=256, minibatch_size=64).build_algo()
algorithm.train()
flank_envs.interfaces.rllib.export(algorithm, "mine.safetensors", "hold_the_line")
algorithm.stop()
print(flank_envs.load_opponent("mine.safetensors"))  # <opponent mine.safetensors>
