-- CreateIndex
CREATE INDEX "embeddings_created_at_idx" ON "embeddings" USING BRIN ("created_at");
