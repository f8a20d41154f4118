#!/bin/bash
# One node with eight GPUs: sbatch training/recipes/scale/slurm.sh
# A job that is stopped goes on where it was when it is submitted again.
#SBATCH --job-name=whichone
#SBATCH --nodes=1
#SBATCH --gpus-per-node=8
#SBATCH --cpus-per-task=32
#SBATCH --time=08:00:00
#SBATCH --requeue
#SBATCH --output=whichone-%j.log
set -euo pipefail

recipes=training/recipes
model=qwen2.5-vl-3b
for stage in sft grpo; do
    srun accelerate launch --config_file "$recipes/scale/fsdp2.yaml" --num_processes 8 \
        -m whichone_training.cli "$stage" "$recipes/$model/$stage.yaml"
done
# Measuring and exporting are done by one process.
srun --ntasks=1 whichone-train evaluate "$recipes/$model/grpo.yaml"
srun --ntasks=1 whichone-train export "$recipes/$model/grpo.yaml"
