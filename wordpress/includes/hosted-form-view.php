<?php
/**
 * A form from the console in a page of the site: a block and the shortcode [tidings_form slug="…"].
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

add_action(
	'init',
	function () {
		wp_register_script( 'tidings-form-editor', plugins_url( 'block/form/editor.js', FILE ), array( 'wp-blocks', 'wp-element', 'wp-block-editor', 'wp-components', 'wp-server-side-render', 'wp-i18n' ), VERSION, true );
		add_action( 'enqueue_block_editor_assets', __NAMESPACE__ . '\\tell_editor_forms' );
		wp_set_script_translations( 'tidings-form-editor', 'tidings', dirname( FILE ) . '/languages' );
		register_block_type( dirname( FILE ) . '/block/form', array( 'render_callback' => __NAMESPACE__ . '\\render_hosted_block' ) );
		add_shortcode( 'tidings_form', __NAMESPACE__ . '\\render_hosted_form' );
	},
	11
);

/** Gives the forms to the block's settings. */
function tell_editor_forms() {
	$forms  = array();
	$answer = call_service(
		site_principal( 'svc_subscribers' ),
		'GET',
		'/forms?per_page=100',
		null,
		array(
			'timeout' => 2,
			'page'    => true,
		)
	);
	foreach ( items_of( $answer ) as $form ) {
		if ( is_form_slug( $form['slug'] ?? null ) ) {
			$forms[] = array(
				'slug'  => $form['slug'],
				'title' => (string) ( $form['title'] ?? $form['slug'] ),
				'open'  => ! empty( $form['open'] ),
			);
		}
	}
	wp_add_inline_script( 'tidings-form-editor', 'window.tidingsForms = ' . wp_json_encode( $forms, JSON_HEX_TAG ) . ';', 'before' );
}

/**
 * The form as a block: in an element with the block's class and the width that the theme sets.
 *
 * @param array $attributes See render_hosted_form().
 * @return string HTML.
 */
function render_hosted_block( $attributes ) {
	$form = render_hosted_form( $attributes );
	return '' === $form ? '' : '<div ' . get_block_wrapper_attributes() . '>' . $form . '</div>';
}

/**
 * The form. If there is none, only editors see the reason: the page stays intact for its readers.
 *
 * @param array|string $attributes Key `slug`: the form's name.
 * @return string HTML.
 */
function render_hosted_form( $attributes ) {
	$attributes = shortcode_atts( array( 'slug' => '' ), (array) $attributes, 'tidings_form' );
	$slug       = is_string( $attributes['slug'] ) ? trim( $attributes['slug'] ) : '';
	$is_editor  = current_user_can( 'edit_posts' );
	if ( ! is_form_slug( $slug ) ) {
		return $is_editor ? editors_note( 'slug', $slug ) : '';
	}
	$found  = hosted_form( $slug, $is_editor );
	$result = hosted_result( $slug );
	$result = $result ? $result : hosted_fault( null, null, '' );
	$view   = $result['view'] ? $result['view'] : $found['view'];
	$note   = $is_editor && '' !== $found['why'] ? editors_note( $found['why'], $slug ) : '';
	if ( null === $view ) {
		return $note;
	}
	$key = 'hosted:' . $slug;
	$id  = form_id( $key );
	wp_enqueue_style( 'tidings-subscribe' );
	wp_enqueue_script( 'tidings-subscribe' );
	ob_start();
	?>
	<form class="tidings-subscribe tidings-form" method="post" novalidate id="<?php echo esc_attr( $id ); ?>" data-form="<?php echo esc_attr( substr( md5( $key ), 0, 10 ) ); ?>" lang="<?php echo esc_attr( $view['locale'] ); ?>" dir="<?php echo esc_attr( $view['dir'] ); ?>">
		<?php if ( '' !== $view['title'] ) : ?>
			<h3 class="tidings-subscribe__title" dir="auto"><?php echo esc_html( $view['title'] ); ?></h3>
		<?php endif; ?>
		<div class="tidings-subscribe__live" role="status" aria-live="polite" id="<?php echo esc_attr( $id ); ?>-message"><?php show_hosted_message( $view, $result['fault'] ); ?></div>
		<input type="hidden" name="tidings_form" value="<?php echo esc_attr( $slug ); ?>">
		<?php
		foreach ( $view['hidden'] as $name => $value ) {
			echo '<input type="hidden" name="tidings_value[' . esc_attr( $name ) . ']" value="' . esc_attr( $value ) . '">';
		}
		if ( 'form' === $view['kind'] ) {
			show_hosted_fields( $view, $result['values'], $id );
		} elseif ( 'code' === $view['kind'] ) {
			show_hosted_code( $view, $id );
		} elseif ( 'confirmed' === $view['kind'] && '' !== $view['url'] ) {
			echo '<p><a href="' . esc_url( $view['url'] ) . '">' . esc_html__( 'Continue', 'tidings' ) . '</a></p>';
		} elseif ( '' !== $view['again'] ) {
			show_again( $view['again'] );
		}
		?>
	</form>
	<?php
	return $note . (string) ob_get_clean();
}

/**
 * What is shown above the fields. If that is only a sentence, it gets the focus.
 *
 * @param array  $view  See clean_view().
 * @param string $fault Sentence about what did not work.
 */
function show_hosted_message( $view, $fault ) {
	$is_last = ! in_array( $view['kind'], array( 'form', 'code', 'closed' ), true );
	if ( '' !== $fault ) {
		echo '<p class="tidings-subscribe__fault" tabindex="-1" autofocus>' . esc_html( $fault ) . '</p>';
	} elseif ( '' !== $view['notice'] ) {
		echo '<p tabindex="-1" autofocus>' . esc_html( $view['notice'] ) . '</p>';
	} elseif ( '' !== $view['text'] ) {
		echo '<p' . ( $is_last ? ' tabindex="-1" autofocus' : '' ) . '>' . esc_html( $view['text'] ) . '</p>';
	}
}

/**
 * The form's own fields, its groups and the consent.
 *
 * @param array      $view   See clean_view().
 * @param array|null $values What was typed; null: nothing yet.
 * @param string     $id     Id of the form.
 */
function show_hosted_fields( $view, $values, $id ) {
	$first = array_key_first( $view['issues'] );
	if ( '' !== $view['intro'] ) {
		echo '<p class="tidings-subscribe__intro" dir="auto">' . esc_html( $view['intro'] ) . '</p>';
	}
	foreach ( $view['inputs'] as $input ) {
		show_hosted_input( $input, $values[ $input['name'] ] ?? '', state_of( $view, $input['name'], $first, $id ) );
	}
	if ( $view['groups'] ) {
		$state = state_of( $view, 'group', $first, $id );
		echo '<fieldset><legend>' . esc_html( $view['groups']['label'] ) . '</legend>';
		foreach ( $view['groups']['items'] as $at => $group ) {
			$is_on = null === $values ? $view['groups']['checked'] : in_array( $group['id'], $values['group'], true );
			echo '<label class="tidings-subscribe__choice"><input type="checkbox" name="tidings_value[group][]" value="' . esc_attr( (string) $group['id'] ) . '" ' . checked( $is_on, true, false );
			show_state_of( 0 === $at ? $state : array( 'issue' => '' ) );
			echo '> <span dir="auto">' . esc_html( $group['name'] ) . '</span></label>';
		}
		show_issue( $state );
		echo '</fieldset>';
	}
	$is_agreed = '' === $view['notice'] && '' !== ( $values['consent'] ?? '' );
	show_box( 'consent', $view['consent'], $is_agreed, true, state_of( $view, 'consent', $first, $id ) );
	echo '<div class="tidings-subscribe__trap" aria-hidden="true"><label>' . esc_html( $view['trap']['label'] ) . ' <input type="text" name="tidings_value[' . esc_attr( $view['trap']['name'] ) . ']" tabindex="-1" autocomplete="off"></label></div>';
	show_button( 'form', $view['button'] );
}

/**
 * The field for the code.
 *
 * @param array  $view See clean_view().
 * @param string $id   Id of the form.
 */
function show_hosted_code( $view, $id ) {
	$state = array(
		'id'       => $id . '-code',
		'issue'    => $view['issue'],
		'is_first' => true,
	);
	echo '<div class="tidings-subscribe__field"><label for="' . esc_attr( $state['id'] ) . '">' . esc_html( $view['label'] ) . '</label><input id="' . esc_attr( $state['id'] ) . '" name="tidings_value[code]" type="text" dir="ltr" inputmode="numeric" autocomplete="one-time-code" maxlength="20" required';
	show_state_of( $state );
	echo '>';
	show_issue( $state );
	echo '</div>';
	show_button( 'code', $view['button'] );
	if ( '' !== $view['help'] ) {
		echo '<p class="tidings-subscribe__privacy">' . esc_html( $view['help'] ) . '</p>';
	}
	if ( '' !== $view['again'] ) {
		show_again( $view['again'] );
	}
}

/**
 * A button back to the first step.
 *
 * @param string $words What stands on it.
 */
function show_again( $words ) {
	echo '<button type="submit" class="tidings-subscribe__again" name="tidings_step" value="start" formnovalidate>' . esc_html( $words ) . '</button>';
}

/**
 * Why the form is not shown, or what is wrong with it; for editors.
 *
 * @param string $why  See hosted_form(); or slug.
 * @param string $slug The form's name, or what stands in its place.
 * @return string HTML.
 */
function editors_note( $why, $slug ) {
	switch ( $why ) {
		case 'slug':
			/* translators: %s: what somebody has written as the name of a form */
			$text = '' === $slug ? __( 'No form has been chosen here.', 'tidings' ) : sprintf( __( '“%s” cannot be the name of a form. It is the last part of the address of its page: lower-case letters, digits and hyphens.', 'tidings' ), $slug );
			break;
		case 'gone':
			/* translators: %s: name of a form */
			$text = sprintf( __( 'There is no form “%s” in Tidings: it was deleted, or its name is mistyped.', 'tidings' ), $slug );
			break;
		case 'closed':
			/* translators: %s: name of a form */
			$text = sprintf( __( 'The form “%s” is closed in Tidings, or its groups were deleted. Visitors are told that nobody can subscribe here.', 'tidings' ), $slug );
			break;
		case 'refused':
			/* translators: 1: name of a form, 2: address of this site */
			$text = sprintf( __( 'The form “%1$s” may not be shown on this site. Add %2$s to the websites where it may be embedded, in the console of Tidings.', 'tidings' ), $slug, site_origin() );
			break;
		case 'old':
			$text = __( 'The service is older than this plugin and does not support forms in pages of a site. Update the service.', 'tidings' );
			break;
		default:
			$text = connection() ? __( 'The Tidings service does not answer at the moment. Visitors see the form as it was last read, or nothing.', 'tidings' ) : __( 'This site is not connected with a Tidings service yet.', 'tidings' );
	}
	wp_enqueue_style( 'tidings-subscribe' );
	return '<p class="tidings-subscribe__note"><strong>' . esc_html__( 'Only editors see this:', 'tidings' ) . '</strong> ' . esc_html( $text ) . '</p>';
}
