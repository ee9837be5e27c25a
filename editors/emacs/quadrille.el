;;; quadrille.el --- GPU shader assembly with eglot  -*- lexical-binding: t -*-

;; Modes for the four languages of `quadrille lsp', and the server for them in eglot (in Emacs 29 and later, or as a
;; package).  (require 'quadrille), then M-x eglot in a buffer, or (add-hook 'quadrille-mode-hook #'eglot-ensure).
;; With dap-mode, M-x dap-debug goes through the program of the buffer.

;;; Code:

(require 'prog-mode)

(defgroup quadrille nil
  "GPU shader assembly."
  :group 'languages)

(defcustom quadrille-command '("quadrille" "lsp")
  "The language server and its arguments."
  :type '(repeat string))

(defcustom quadrille-debug-command '("quadrille" "dap")
  "The debug adapter and its arguments."
  :type '(repeat string))

(defvar quadrille-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\r ">" table)
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?$ "_" table)
    table)
  "Comments from `#' to the end of the line.")

(define-derived-mode quadrille-mode prog-mode "Quadrille"
  "Base of the modes for GPU shader assembly."
  (setq-local comment-start "# ")
  (setq-local comment-end ""))

(define-derived-mode quadrille-assembly-mode quadrille-mode "GPU-asm"
  "Programs of the OpenGL assembly languages.")

(define-derived-mode quadrille-scene-mode quadrille-mode "GPU-scene"
  "Scenes, `.shader_test'.")

(define-derived-mode quadrille-gf3-mode quadrille-mode "GF3"
  "Machine text of the GeForce 3 vertex processor."
  (setq-local comment-start "// "))

(define-derived-mode quadrille-qpu-mode quadrille-mode "QPU"
  "Programs of the VideoCore IV's QPUs.")

(dolist (row '(("\\.\\(?:vp\\|fp\\|vfp\\|vpfp\\|gp\\|tcp\\|tep\\|cp\\|vsp\\|avp\\|afp\\|arb\\|atifs\\)\\'" . quadrille-assembly-mode)
               ("\\.shader_test\\'" . quadrille-scene-mode)
               ("\\.\\(?:vsh\\|nv20\\|nv2a\\)\\'" . quadrille-gf3-mode)
               ("\\.\\(?:qasm\\|qinc\\|qpu\\)\\'" . quadrille-qpu-mode)))
  (add-to-list 'auto-mode-alist row))

;; eglot's name for a mode's language is the mode's name without `-mode', which is the server's.
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '((quadrille-assembly-mode quadrille-scene-mode quadrille-gf3-mode quadrille-qpu-mode)
                 . (lambda (&rest _) quadrille-command))))

;; What dap-mode starts: the file of the buffer, where the configuration names no other.
(declare-function dap-register-debug-provider "dap-mode")
(declare-function dap-register-debug-template "dap-mode")

(defun quadrille-debug-configuration (configuration)
  "CONFIGURATION with the adapter, and with what it leaves out."
  (let ((given (copy-sequence configuration)))
    (dolist (default `((:dap-server-path . ,quadrille-debug-command)
                       (:program . ,buffer-file-name)
                       (:name . "Quadrille")
                       (:request . "launch")
                       (:args . [])))
      (unless (plist-get given (car default))
        (setq given (plist-put given (car default) (cdr default)))))
    given))

(with-eval-after-load 'dap-mode
  (dap-register-debug-provider "quadrille" #'quadrille-debug-configuration)
  (dap-register-debug-template "Quadrille: this program" '(:type "quadrille" :stopOnEntry t)))

(provide 'quadrille)
;;; quadrille.el ends here
